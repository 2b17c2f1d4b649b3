import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanTable } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { EngineContext } from '../context.ts';
import { assertSelect } from '../executors/assert-select.ts';
import { columnType, sqlType } from '../executors/column-type.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { FlowInput, FlowRequest } from '../requests.ts';
import { inputView } from './input-view.ts';
import { absentColumns, isPlaceholder, missingColumn, undeclaredNames } from './open-inputs.ts';
import { isKept, mergeState } from './table-states.ts';
import { isUnfit, locateMisfit } from './unfit-column.ts';

/** Local paths of every part, in order, made sure of before any work. */
export async function inputPaths(
  request: Pick<FlowRequest, 'inputs' | 'reportDate'>,
  context: EngineContext,
): Promise<Map<FlowInput, readonly string[]>> {
  const paths = new Map<FlowInput, readonly string[]>();
  for (const input of request.inputs) {
    const local: string[] = [];
    for (const part of input.parts) {
      if ((await context.store.head(part.tableKey)) === null) {
        const date = part.reportDate ?? request.reportDate ?? 'its newest date';
        throw new PipelineError('INPUT_MISSING', { input: input.table, date });
      }
      local.push(await context.store.localPath(part.tableKey, context.scratch));
    }
    paths.set(input, local);
  }
  return paths;
}

/**
 * Fixes `today()` and `now()` for the whole flow. `now()` always lies in `today()`: of a flow with a report date it is the
 * date's last microsecond, so that every time of that date is at or before it.
 */
export function clockStatements({ reportDate }: Pick<FlowRequest, 'reportDate'>, now: () => number): readonly string[] {
  const instant = reportDate === null ? new Date(now()).toISOString().slice(0, -1) : `${reportDate}T23:59:59.999999`;
  const [date = '', time] = instant.split('T');
  return [
    `SET VARIABLE flow_date = DATE ${sqlText(date)}`,
    `SET VARIABLE flow_now = TIMESTAMP ${sqlText(`${date} ${time}`)}`,
    `SET VARIABLE flow_report_date = ${reportDate === null ? 'CAST(NULL AS DATE)' : `DATE ${sqlText(reportDate)}`}`,
    asOfStatement(reportDate),
  ];
}

/** Offers every source table under its name. */
export async function openInputs(
  { inputs, tables }: Pick<FlowRequest, 'inputs' | 'tables'>,
  paths: ReadonlyMap<FlowInput, readonly string[]>,
  session: SqlSession,
): Promise<void> {
  const names = undeclaredNames(tables);
  for (const input of inputs) {
    const own = paths.get(input) ?? [];
    const absent = await absentColumns(input, own, names.get(input.table), session);
    await session.run(inputView(input, own, absent), { table: input.table });
  }
}

/** Fixes the last report date whose kept rows are read; null for all. */
export const asOfStatement = (date: string | null): string =>
  `SET VARIABLE flow_as_of = ${date === null ? 'CAST(NULL AS DATE)' : `DATE ${sqlText(date)}`}`;

/**
 * Creates every table: as a view when one reader uses it, with its rows kept when several do.
 * @param readers the table that each reader besides the tables reads: results, assertions, a preview
 */
export async function buildTables(
  { tables, inputs }: Pick<FlowRequest, 'tables' | 'inputs'>,
  readers: readonly string[],
  kept: ReadonlyMap<string, string | null>,
  context: EngineContext,
  session: SqlSession,
): Promise<void> {
  const kindOf = tableKinds(tables, readers);
  for (const table of tables) {
    const create = `CREATE TEMP ${kindOf(table)} ${sqlName(table.name)} AS ${table.sql.duckdb}`;
    const build = async (): Promise<void> => {
      if (isKept(table)) await mergeState(table, kept.get(table.name) ?? null, session);
      await assertSelect(session, table.sql.duckdb, { table: table.name, tables: readBy(table) });
      await session.run(create, { table: table.name });
    };
    await build().catch(async (error: unknown) => {
      if (!isUnfit(error)) throw error;
      throw missingColumn(table, tables, inputs) ?? (await locateMisfit(error, table, session));
    });
    await context.fault('mid-process');
  }
}

/** Creates those tables again that show kept rows, after another date of `flow_as_of`. */
export async function rebuildTables(
  tables: readonly PlanTable[],
  readers: readonly string[],
  session: SqlSession,
): Promise<void> {
  const kindOf = tableKinds(tables, readers);
  const rebuilt = new Set<string>();
  for (const table of tables) {
    const { name, inputs, sql } = table;
    if (!isKept(table) && !inputs.some((input) => rebuilt.has(input))) continue;
    rebuilt.add(name);
    await session.run(`CREATE OR REPLACE TEMP ${kindOf(table)} ${sqlName(name)} AS ${sql.duckdb}`, { table: name });
  }
}

/** The tables that a table's query reads. */
const readBy = (table: PlanTable): readonly string[] =>
  isKept(table) && table.state.kept !== undefined ? [table.state.kept] : table.inputs;

/** Whether a table is a view, because one reader uses it, or has its rows kept. */
function tableKinds(tables: readonly PlanTable[], readers: readonly string[]): (table: PlanTable) => 'TABLE' | 'VIEW' {
  const uses = new Map<string, number>();
  // A merge reads its input more than once.
  const read = tables.flatMap((table) => (isKept(table) ? [...table.inputs, ...table.inputs] : table.inputs));
  for (const name of [...read, ...readers]) uses.set(name, (uses.get(name) ?? 0) + 1);
  return (table) => (isKept(table) || (uses.get(table.name) ?? 0) > 1 ? 'TABLE' : 'VIEW');
}

/** How a table's rows become a result. */
export type ResultQuery = {
  readonly columns: readonly Column[];
  /** Items that select the columns, named like them. */
  readonly items: readonly string[];
  /** Empty, or ` ORDER BY ALL`. */
  readonly order: string;
};

/** The query of a built table's, or a source table's, rows as they are delivered. Throws QUERY_*. */
export async function resultQuery(
  table: string,
  request: Pick<FlowRequest, 'tables' | 'inputs'>,
  session: SqlSession,
): Promise<ResultQuery> {
  const planned = request.tables.find((one) => one.name === table);
  const source = request.inputs.find((one) => one.table === table);
  const wanted = planned ? (planned.closed ? planned.columns : null) : (source?.columns ?? null);
  const { columns, items } = await selectItems(session, table, wanted, planned?.columns ?? []);
  // A source table keeps its files' order, a query its own; every other result is put into a total order.
  const ordered = planned === undefined || (await hasOwnOrder(session, planned.sql.duckdb));
  return { columns, items, order: ordered ? '' : ' ORDER BY ALL' };
}

/** The columns of a result in order, and the items that select them: cast where the database's type is not the planned one. */
async function selectItems(
  session: SqlSession,
  table: string,
  wanted: readonly Column[] | null,
  planned: readonly Column[],
): Promise<{ readonly columns: readonly Column[]; readonly items: readonly string[] }> {
  const described = new Map<string, string>();
  for (const row of await session.run(`DESCRIBE ${sqlName(table)}`, { table })) {
    if (!isPlaceholder(String(row['column_name'])))
      described.set(String(row['column_name']), String(row['column_type']));
  }
  const known = new Map(planned.map((column) => [column.name, column]));
  const asked =
    wanted ??
    [...described.keys()].map(
      (name) => known.get(name) ?? { name, type: { kind: 'unknown' as const }, nullable: true },
    );
  const columns = asked.map((column) => {
    const type = described.get(column.name);
    if (type === undefined)
      throw new PipelineError('QUERY_FAILED', { table, reason: `it has no column ${column.name}` });
    return sqlType(column.type) === null ? { ...column, type: columnType(type) } : column;
  });
  const items = columns.map((column) => {
    const type = sqlType(column.type);
    const name = sqlName(column.name);
    return type === null || type === described.get(column.name) ? name : `CAST(${name} AS ${type}) AS ${name}`;
  });
  return { columns, items };
}

/** Whether the outermost query sorts its rows. */
async function hasOwnOrder(session: SqlSession, sql: string): Promise<boolean> {
  const kinds = `json_extract_string(json_serialize_sql(${sqlText(sql)}), '$.statements[0].node.modifiers[*].type')`;
  const [row] = await session.run(`SELECT list_contains(${kinds}, 'ORDER_MODIFIER') AS ordered`);
  return row?.['ordered'] === true;
}
