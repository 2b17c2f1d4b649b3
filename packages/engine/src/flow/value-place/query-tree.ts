import { sqlText } from '../../executors/configuration.ts';
import type { SqlSession } from '../../executors/executor.ts';

export type TreeValue = string | number | boolean | null | readonly TreeValue[] | TreeNode;

/** A part of a query, as the database's parser writes it. */
export type TreeNode = { readonly [name: string]: TreeValue };

/** A parsed query. */
export type QueryTree = {
  /** Null when the database cannot write the query as a tree. */
  readonly root: TreeNode | null;
  /** Whether `root` has all numbers of the query. Numbers that a float would round are 0 in it. */
  readonly isExact: boolean;
};

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: TreeValue | undefined): readonly TreeValue[] =>
  Array.isArray(value) ? (value as readonly TreeValue[]) : [];

export const isFilled = (value: TreeValue | undefined): boolean =>
  value !== undefined && value !== null && (!Array.isArray(value) || value.length > 0);

/** Parses a query with the database's own parser. */
export async function readQueryTree(session: SqlSession, sql: string): Promise<QueryTree> {
  const [row] = await session.run(`SELECT json_serialize_sql(${sqlText(sql)}) AS tree`);
  const written = String(row?.['tree']).replaceAll(/"query_location":\d{16,}/g, '"query_location":0');
  const readable = written.replaceAll(/:\d{16,}(?=[,}])/g, ':0');
  const [statement] = listOf((JSON.parse(readable) as TreeNode)['statements']);
  const root = isNode(statement) ? statement['node'] : undefined;
  return { root: isNode(root) ? root : null, isExact: readable === written };
}

/** A query with other items over the same rows: without groups, without order and before windows are filtered. */
export function selectUngrouped(query: TreeNode, items: readonly TreeValue[]): TreeNode {
  return {
    ...query,
    select_list: items,
    group_expressions: [],
    group_sets: [],
    aggregate_handling: 'STANDARD_HANDLING',
    having: null,
    qualify: null,
    modifiers: [],
  };
}

/** The SQL text of a tree. */
export async function writeQuery(session: SqlSession, node: TreeNode): Promise<string> {
  const tree = JSON.stringify({ error: false, statements: [{ node, named_param_map: [] }] });
  const [row] = await session.run(`SELECT json_deserialize_sql(${sqlText(tree)}) AS query`);
  return String(row?.['query']);
}
