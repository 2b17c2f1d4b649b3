import type { SqlSession } from '../../executors/executor.ts';
import { failsAlike } from './fails-alike.ts';
import {
  isFilled,
  listOf,
  readQueryTree,
  selectUngrouped,
  type TreeNode,
  type TreeValue,
  writeQuery,
} from './query-tree.ts';

/**
 * The place, from 0, of the first column of a grouped query that fails by a value without the groups. Null when the query has
 * no groups, or fails without any column too.
 */
export async function findFailingKey(session: SqlSession, sql: string, reason: string): Promise<number | null> {
  const { root, isExact } = await readQueryTree(session, sql);
  if (root === null || !isExact) return null;
  const items = listOf(root['select_list']);
  const [first] = items;
  if (first === undefined) return null;
  if (!isFilled(root['group_expressions']) && root['aggregate_handling'] !== 'FORCE_AGGREGATES') return null;
  const readItem = async (item: TreeValue, what: string): Promise<string> => {
    const ungrouped = selectUngrouped(root, [{ ...(item as TreeNode), alias: 'x' }]);
    return `SELECT ${what} FROM (${await writeQuery(session, ungrouped)})`;
  };
  if (await failsAlike(session, await readItem(first, 'count(*) AS n'), reason)) return null;
  for (const [index, item] of items.entries())
    if (await failsAlike(session, await readItem(item, 'bit_xor(hash(x))::VARCHAR AS h'), reason)) return index;
  return null;
}
