import { sqlText } from '../../executors/configuration.ts';
import type { SqlSession } from '../../executors/executor.ts';
import { failsAlike } from './fails-alike.ts';

type Node = { readonly [name: string]: unknown };

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/**
 * The place, from 0, of the first column of a grouped query that fails by a value without the groups. Null when the query has
 * no groups, or fails without any column too.
 */
export async function findFailingKey(session: SqlSession, sql: string, reason: string): Promise<number | null> {
  const [row] = await session.run(`SELECT json_serialize_sql(${sqlText(sql)}) AS tree`);
  const written = String(row?.['tree']).replaceAll(/"query_location":\d{16,}/g, '"query_location":0');
  // Reading the tree would round them.
  if (/:\d{16,}[,}]/.test(written)) return null;
  const tree = JSON.parse(written) as { readonly statements?: readonly { readonly node: Node }[] };
  const node = tree.statements?.[0]?.node;
  const items = node?.['select_list'];
  if (!node || !Array.isArray(items)) return null;
  if (!isFilled(node['group_expressions']) && node['aggregate_handling'] !== 'FORCE_AGGREGATES') return null;
  const readItem = async (item: unknown, what: string): Promise<string> => {
    const ungrouped = {
      ...node,
      select_list: [{ ...(item as Node), alias: 'x' }],
      group_expressions: [],
      group_sets: [],
      aggregate_handling: 'STANDARD_HANDLING',
      having: null,
      qualify: null,
      modifiers: [],
    };
    const text = JSON.stringify({ error: false, statements: [{ node: ungrouped, named_param_map: [] }] });
    const [found] = await session.run(`SELECT json_deserialize_sql(${sqlText(text)}) AS query`);
    return `SELECT ${what} FROM (${String(found?.['query'])})`;
  };
  if (await failsAlike(session, await readItem(items[0], 'count(*) AS n'), reason)) return null;
  for (const [index, item] of items.entries())
    if (await failsAlike(session, await readItem(item, 'bit_xor(hash(x))::VARCHAR AS h'), reason)) return index;
  return null;
}
