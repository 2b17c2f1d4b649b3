import type { SqlSession } from '../../executors/executor.ts';
import { isFilled, isNode, listOf, readQueryTree, type TreeValue } from './query-tree.ts';

/** The constructs that a query contains, at any depth. */
export type QueryShape = {
  /** Clauses that every row passes, as the language writes them. */
  readonly clauses: readonly string[];
  /** Whether a row of its result depends on other rows of its inputs in a way that a part of the rows does not show. */
  readonly needsAllRows: boolean;
};

/** Reads the shape of a query from the database's own parser. */
export async function readShape(session: SqlSession, sql: string): Promise<QueryShape> {
  const { root } = await readQueryTree(session, sql);
  const clauses = new Set<string>();
  let needsAllRows = false;
  const visit = (node: TreeValue): void => {
    listOf(node).forEach(visit);
    if (!isNode(node)) return;
    if (isFilled(node['where_clause'])) clauses.add('where');
    if (node['type'] === 'JOIN' && isFilled(node['condition'])) clauses.add('on');
    if (isFilled(node['group_expressions']) || node['aggregate_handling'] === 'FORCE_AGGREGATES')
      clauses.add('group by');
    if (isFilled(node['having'])) clauses.add('having');
    if (isFilled(node['qualify'])) clauses.add('qualify');
    if (node['type'] === 'ORDER_MODIFIER' && isFilled(node['orders'])) clauses.add('order by');
    if (node['class'] === 'WINDOW' || node['type'] === 'LIMIT_MODIFIER') needsAllRows = true;
    Object.values(node).forEach(visit);
  };
  visit(root);
  return { clauses: [...clauses], needsAllRows };
}

/** A query without the order of its result, and with duplicate rows, so that each of its columns is calculated alone. */
export function plainQuery(sql: string): string {
  // Parts of a query that are used twice are calculated with all of their columns unless they are merged into it.
  const merged = sql.replace(/("switchboard:with:\d+") AS \(/g, '$1 AS NOT MATERIALIZED (');
  const at = merged.lastIndexOf('\nORDER BY ');
  const order = at < 0 ? '' : merged.slice(at);
  const isOuter = order.split('(').length === order.split(')').length && !/\n(?:LIMIT|OFFSET) /.test(order);
  return (isOuter ? merged.slice(0, at < 0 ? undefined : at) : merged).replace(/^SELECT DISTINCT /, 'SELECT ');
}
