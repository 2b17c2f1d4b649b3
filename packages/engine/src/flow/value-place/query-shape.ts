import { sqlText } from '../../executors/configuration.ts';
import type { SqlSession } from '../../executors/executor.ts';

/** What a query contains, at any depth. */
export type QueryShape = {
  /** Clauses that every row passes, as the language writes them. */
  readonly clauses: readonly string[];
  /** Whether a row of its result depends on other rows of its inputs in a way that a part of the rows does not show. */
  readonly needsAllRows: boolean;
};

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const isFilled = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && (!Array.isArray(value) || value.length > 0);

/** Reads the shape of a query from the database's own parser. */
export async function readShape(session: SqlSession, sql: string): Promise<QueryShape> {
  const [row] = await session.run(`SELECT json_serialize_sql(${sqlText(sql)}) AS tree`);
  const clauses = new Set<string>();
  let needsAllRows = false;
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    const object = node as { readonly [name: string]: Json };
    if (isFilled(object['where_clause'])) clauses.add('where');
    if (object['type'] === 'JOIN' && isFilled(object['condition'])) clauses.add('on');
    if (isFilled(object['group_expressions']) || object['aggregate_handling'] === 'FORCE_AGGREGATES')
      clauses.add('group by');
    if (isFilled(object['having'])) clauses.add('having');
    if (isFilled(object['qualify'])) clauses.add('qualify');
    if (object['type'] === 'ORDER_MODIFIER' && isFilled(object['orders'])) clauses.add('order by');
    if (object['class'] === 'WINDOW' || object['type'] === 'LIMIT_MODIFIER') needsAllRows = true;
    Object.values(object).forEach(visit);
  };
  visit(JSON.parse(String(row?.['tree'])) as Json);
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
