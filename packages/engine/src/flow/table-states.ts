import { join } from 'node:path';
import { PipelineError } from '@switchboard/model/errors/errors';
import { KEPT_DATE, KEPT_UNTIL, NO_COLUMNS, type PlanTable, type TableState } from '@switchboard/model/plan';
import type { EngineContext } from '../context.ts';
import { assertSelect } from '../executors/assert-select.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import { isSameContent } from '../files/stored-content.ts';
import type { FlowRequest, FlowState } from '../requests.ts';

/** A table that keeps its rows from run to run. */
export type KeptTable = PlanTable & { readonly state: TableState };

export function isKept(table: PlanTable): table is KeptTable {
  return table.state !== undefined;
}

/**
 * Local paths of the rows that each kept table had after its last run; null before its first. A table whose rows were not
 * passed in is rejected, because building it again would lose them. Throws QUERY_FAILED, STORAGE_*.
 */
export async function statePaths(
  request: Pick<FlowRequest, 'tables' | 'states'>,
  context: EngineContext,
): Promise<ReadonlyMap<string, string | null>> {
  const paths = new Map<string, string | null>();
  for (const { name } of request.tables.filter(isKept)) {
    const given = request.states?.find((state) => state.table === name);
    const refuse = (reason: string): never => {
      throw new PipelineError('QUERY_FAILED', { table: name, reason });
    };
    if (!given) refuse('it keeps its rows from run to run, and the rows of earlier runs were not passed.');
    const key = given?.stateKey ?? null;
    if (key !== null && (await context.store.head(key)) === null)
      refuse('the rows of its earlier runs are gone from the store.');
    paths.set(name, key === null ? null : await context.store.localPath(key, context.scratch));
  }
  return paths;
}

/** Rows without columns of report dates are of a version that knew none. */
const DATED = [KEPT_DATE, KEPT_UNTIL].map((column) => `CAST(NULL AS DATE) AS ${sqlName(column)}`).join(', ');

/**
 * Merges the flow's rows into those of earlier runs, and offers the result under the name by which the table's query reads it.
 * Its inputs exist already. Throws QUERY_FAILED, SQL_NOT_ALLOWED.
 */
export async function mergeState(table: KeptTable, path: string | null, session: SqlSession): Promise<void> {
  const { name, inputs, state } = table;
  const { kept, merge } = state;
  if (kept === undefined || merge === undefined)
    throw new PipelineError('QUERY_FAILED', {
      table: name,
      reason: 'the script was published by an earlier version, whose kept rows have no report dates. Publish it again.',
    });
  await assertSelect(session, state.empty.duckdb, { table: name, tables: inputs });
  await assertSelect(session, merge.duckdb, { table: name, tables: [...inputs, state.table] });
  const rows = path === null ? state.empty.duckdb : `SELECT * FROM read_parquet(${sqlText(path)})`;
  const dated = `SELECT * FROM (${rows}) UNION ALL BY NAME SELECT ${DATED} WHERE false`;
  await session.run(`CREATE TEMP VIEW ${sqlName(state.table)} AS ${dated}`, { table: name });
  await session.run(`CREATE TEMP TABLE ${sqlName(kept)} AS ${merge.duckdb}`, { table: name });
}

/** The merged rows of each kept table as the next version of its state. */
export async function storeStates(
  { tables, prefix, reportDate, states: before }: Pick<FlowRequest, 'tables' | 'prefix' | 'reportDate' | 'states'>,
  folder: string,
  { store }: Pick<EngineContext, 'store'>,
  session: SqlSession,
): Promise<readonly FlowState[]> {
  const states: FlowState[] = [];
  for (const table of tables.filter(isKept)) {
    const { name, state } = table;
    const file = `state-${String(states.length).padStart(3, '0')}.parquet`;
    const path = join(folder, file);
    // A column that stands for none on a day without rows is not kept.
    const columns = `COLUMNS(lambda c: NOT contains(c, ${sqlText(NO_COLUMNS)}))`;
    const copy = `COPY (SELECT ${columns} FROM ${sqlName(state.kept ?? name)}) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION snappy)`;
    const [counted] = await session.run(copy, { table: name });
    const { key: stateKey, bytes, sha256 } = await store.putFile(`${prefix}/${file}`, path);
    const empty = await emptyLoad(table, session);
    const rows = Number(counted?.['Count'] ?? 0);
    const earlier = before?.find((each) => each.table === name)?.stateKey ?? null;
    const isChanged = earlier === null || !isSameContent(earlier, stateKey);
    const isLater = isChanged && reportDate !== null && (await holdsLater([table], reportDate, session));
    states.push({ table: name, stateKey, rows, bytes, sha256, ...empty, ...(isLater && { changesLater: true }) });
  }
  return states;
}

/** The rows kept of the loaded date before, where the load has none. */
async function emptyLoad(
  { name, inputs, state }: KeptTable,
  session: SqlSession,
): Promise<Pick<FlowState, 'emptyLoad'>> {
  for (const input of inputs)
    if ((await session.run(`SELECT 1 FROM ${sqlName(input)} LIMIT 1`, { table: name })).length > 0) return {};
  const [date, until] = [sqlName(KEPT_DATE), sqlName(KEPT_UNTIL)];
  const loaded = `coalesce(getvariable('flow_report_date'), getvariable('flow_date'))`;
  const isOfDate = `${loaded} BETWEEN ${date} AND coalesce(${until}, ${date})`;
  const [row] = await session.run(`SELECT count(*) AS held FROM ${sqlName(state.table)} WHERE ${isOfDate}`, {
    table: name,
  });
  return { emptyLoad: { held: Number(row?.['held'] ?? 0) } };
}

/** Whether kept tables have rows of report dates after this one. */
export async function holdsLater(
  tables: readonly PlanTable[],
  reportDate: string,
  session: SqlSession,
): Promise<boolean> {
  const newest = `greatest(${sqlName(KEPT_DATE)}, ${sqlName(KEPT_UNTIL)})`;
  for (const { name, state } of tables.filter(isKept)) {
    const later = `SELECT 1 FROM ${sqlName(state.kept ?? name)} WHERE ${newest} > DATE ${sqlText(reportDate)} LIMIT 1`;
    if ((await session.run(later, { table: name })).length > 0) return true;
  }
  return false;
}
