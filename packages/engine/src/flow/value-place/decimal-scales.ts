import { sqlText } from '../../executors/configuration.ts';
import type { SqlSession } from '../../executors/executor.ts';
import { decimalOverflow, type Scales } from '../../executors/value-failure.ts';

type Json = string | number | boolean | null | readonly Json[] | JsonObject;
type JsonObject = { readonly [name: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** A calculation and the query whose tables it reads. */
type Calculation = { readonly operands: readonly Json[]; readonly query: JsonObject };

/** Leaves of a query that stand for its result, not for what it reads. */
const NO_RESULT = {
  where_clause: null,
  group_expressions: [],
  group_sets: [],
  aggregate_handling: 'STANDARD_HANDLING',
  having: null,
  qualify: null,
  modifiers: [],
} as const;

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
  const [row] = await session.run(`SELECT json_serialize_sql(${sqlText(sql)}) AS tree`);
  // Numbers that would be rounded are left out: they make no difference to a type.
  const written = String(row?.['tree']).replaceAll(/:\d{16,}(?=[,}])/g, ':0');
  const [statement] = listOf((JSON.parse(written) as JsonObject)['statements']);
  const root = isObject(statement) ? statement['node'] : undefined;
  if (!isObject(root)) return null;
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

const isQuery = (node: JsonObject): boolean => node['type'] === 'SELECT_NODE';

/** The items of a name in all queries of a tree, with their queries. */
function itemsOf(node: Json, name: string): readonly (readonly [Json, JsonObject])[] {
  if (Array.isArray(node)) return (node as readonly Json[]).flatMap((each) => itemsOf(each, name));
  if (!isObject(node)) return [];
  const own = isQuery(node) ? listOf(node['select_list']) : [];
  return [
    ...own.flatMap((item) => (isObject(item) && item['alias'] === name ? [[item, node] as const] : [])),
    ...Object.values(node).flatMap((each) => itemsOf(each, name)),
  ];
}

function calculations(node: Json, name: string, query: JsonObject): readonly Calculation[] {
  if (Array.isArray(node)) return (node as readonly Json[]).flatMap((each) => calculations(each, name, query));
  if (!isObject(node)) return [];
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
  root: JsonObject,
  name: string,
): Promise<Scales | null> {
  const select = operands.map((each, index) => (isObject(each) ? { ...each, alias: `c${index}` } : each));
  const node = { ...query, ...NO_RESULT, select_list: select, cte_map: root['cte_map'] ?? null };
  const tree = JSON.stringify({ error: false, statements: [{ node, named_param_map: [] }] });
  const [written] = await session.run(`SELECT json_deserialize_sql(${sqlText(tree)}) AS query`);
  const types = await session.run(`DESCRIBE ${String(written?.['query'])}`);
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
