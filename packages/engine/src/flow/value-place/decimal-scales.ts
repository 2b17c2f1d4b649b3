import type { SqlSession } from '../../executors/executor.ts';
import { decimalOverflow, type Scales } from '../../executors/value-failure.ts';
import {
  isNode,
  listOf,
  readQueryTree,
  selectUngrouped,
  type TreeNode,
  type TreeValue,
  writeQuery,
} from './query-tree.ts';

/** A calculation and the query whose tables it reads. */
type Calculation = { readonly operands: readonly TreeValue[]; readonly query: TreeNode };

/**
 * The decimal places of the two values that an overflow names, which the database writes without their point. Null when the
 * query has calculations of that kind with other places too.
 * @param column the column that fails; null for all calculations
 */
export async function findScales(
  session: SqlSession,
  sql: string,
  column: string | null,
  message: string,
): Promise<Scales | null> {
  const name = decimalOverflow(message);
  if (name === null) return null;
  const { root } = await readQueryTree(session, sql);
  if (root === null) return null;
  const inColumn =
    column === null ? [] : itemsOf(root, column).flatMap(([item, query]) => calculations(item, name, query));
  const found = new Map<string, Scales>();
  for (const calculation of inColumn.length > 0 ? inColumn : calculations(root, name, root)) {
    const scales = await scalesOf(session, calculation, root, name);
    if (scales === null) return null;
    found.set(scales.join(' '), scales);
  }
  return found.size === 1 ? ([...found.values()][0] ?? null) : null;
}

const isQuery = (node: TreeNode): boolean => node['type'] === 'SELECT_NODE';

/** The items of a name in all queries of a tree, with their queries. */
function itemsOf(node: TreeValue, name: string): readonly (readonly [TreeValue, TreeNode])[] {
  if (Array.isArray(node)) return (node as readonly TreeValue[]).flatMap((each) => itemsOf(each, name));
  if (!isNode(node)) return [];
  const own = isQuery(node) ? listOf(node['select_list']) : [];
  return [
    ...own.flatMap((item) => (isNode(item) && item['alias'] === name ? [[item, node] as const] : [])),
    ...Object.values(node).flatMap((each) => itemsOf(each, name)),
  ];
}

function calculations(node: TreeValue, name: string, query: TreeNode): readonly Calculation[] {
  if (Array.isArray(node)) return (node as readonly TreeValue[]).flatMap((each) => calculations(each, name, query));
  if (!isNode(node)) return [];
  const around = isQuery(node) ? node : query;
  const operands = listOf(node['children']);
  const isCalculation = node['class'] === 'FUNCTION' && node['function_name'] === name;
  // A sign has one operand.
  const own = isCalculation && operands.length === (name === 'sum' ? 1 : 2) ? [{ operands, query: around }] : [];
  return [...own, ...Object.values(node).flatMap((each) => calculations(each, name, around))];
}

/** Asks the database for the types of the operands. Null for floats. */
async function scalesOf(
  session: SqlSession,
  { operands, query }: Calculation,
  root: TreeNode,
  name: string,
): Promise<Scales | null> {
  const select = operands.map((each, index) => (isNode(each) ? { ...each, alias: `c${index}` } : each));
  const node = { ...selectUngrouped(query, select), where_clause: null, cte_map: root['cte_map'] ?? null };
  const types = await session.run(`DESCRIBE ${await writeQuery(session, node)}`);
  const [left = null, right = null] = types.map((type) => scaleOf(String(type['column_type'])));
  if (name === 'sum') return left === null ? null : [left, left];
  if (left === null || right === null) return null;
  return name === '*' ? [left, right] : [Math.max(left, right), Math.max(left, right)];
}

function scaleOf(type: string): number | null {
  const decimal = /^DECIMAL\(\d+,\s*(\d+)\)$/.exec(type);
  if (decimal) return Number(decimal[1]);
  return /INT/.test(type) ? 0 : null;
}
