import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Column, PipelineError } from '@switchboard/model';
import type { EngineContext } from '../context.ts';
import { assertSelect } from '../executors/assert-select.ts';
import { columnType, sqlType } from '../executors/column-type.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { FlowInput, FlowOutput, FlowRequest, FlowResult, FlowState } from '../requests.ts';
import { evaluateAssertions } from './evaluate-assertions.ts';
import { inputView } from './input-view.ts';
import { isKept, openState, statePaths } from './table-states.ts';
import { locateValue } from './value-place/locate-value.ts';

const HASH_OF_NOTHING = createHash('sha256').digest('hex');

/** A built table's rows, stored. */
type Result = Omit<FlowOutput, 'upload'>;

/**
 * Builds the tables of a flow over its inputs and stores one Parquet file a result; uploads of one table share it.
 * An `upsert` table is merged with the rows it had, and its rows are stored once more, as the next version of its state.
 * Equal inputs give equal bytes: one thread, a total order, and a fixed clock.
 * Throws INPUT_MISSING, SQL_NOT_ALLOWED, QUERY_*, PROCESS_STOPPED, STORAGE_*.
 */
export async function buildResults(request: FlowRequest, context: EngineContext): Promise<FlowResult> {
  const paths = await inputPaths(request, context);
  const kept = await statePaths(request, context);
  const folder = join(context.scratch, 'results');
  await mkdir(folder, { recursive: true });
  const session = await context.executor.open(
    {
      reads: [...[...paths.values()].flat(), ...[...kept.values()].flatMap((path) => path ?? [])],
      writes: [folder],
      threads: 1,
      ...request.limits,
    },
    context.signal,
  );
  try {
    for (const statement of clockStatements(request, context.now)) await session.run(statement);
    for (const input of request.inputs) {
      await session.run(inputView(input, paths.get(input) ?? []), { table: input.table });
    }
    await context.fault('mid-process');
    await buildTables(request, kept, context, session);
    const assertions = await evaluateAssertions(request, folder, context, session);

    const states: FlowState[] = [];
    for (const { name } of request.tables.filter(isKept)) {
      const place = { key: `${request.prefix}/state-${String(states.length).padStart(3, '0')}.parquet`, folder };
      const { resultKey: stateKey, rows, bytes, sha256 } = await storeResult(name, place, request, context, session);
      states.push({ table: name, stateKey, rows, bytes, sha256 });
    }
    const results = new Map<string, Result>();
    for (const { table } of request.outputs) {
      const place = { key: `${request.prefix}/${String(results.size).padStart(3, '0')}.parquet`, folder };
      if (!results.has(table)) results.set(table, await storeResult(table, place, request, context, session));
      context.onProgress({ rows: [...results.values()].reduce((sum, result) => sum + result.rows, 0) });
    }
    return {
      outputs: request.outputs.flatMap(({ upload, table }) => {
        const result = results.get(table);
        return result ? [{ upload, ...result }] : [];
      }),
      ...(states.length > 0 ? { states } : {}),
      ...(assertions.length > 0 ? { assertions } : {}),
    };
  } catch (error) {
    throw await locateValue(error, { request, paths, session, signal: context.signal });
  } finally {
    await session.close();
  }
}

/** Local paths of every part, in order, made sure of before any work. */
async function inputPaths(request: FlowRequest, context: EngineContext): Promise<Map<FlowInput, readonly string[]>> {
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
function clockStatements({ reportDate }: FlowRequest, now: () => number): readonly string[] {
  const instant = reportDate === null ? new Date(now()).toISOString().slice(0, -1) : `${reportDate}T23:59:59.999999`;
  const [date = '', time] = instant.split('T');
  return [
    `SET VARIABLE flow_date = DATE ${sqlText(date)}`,
    `SET VARIABLE flow_now = TIMESTAMP ${sqlText(`${date} ${time}`)}`,
  ];
}

/** Creates every table: as a view when one reader uses it, with its rows kept when several do. */
async function buildTables(
  request: FlowRequest,
  kept: ReadonlyMap<string, string | null>,
  context: EngineContext,
  session: SqlSession,
): Promise<void> {
  const uses = new Map<string, number>();
  const outputs = new Set(request.outputs.map((output) => output.table));
  const asserted = (request.assertions ?? []).flatMap((assertion) => assertion.inputs);
  for (const name of [...request.tables.flatMap((table) => table.inputs), ...asserted, ...outputs])
    uses.set(name, (uses.get(name) ?? 0) + 1);

  for (const table of request.tables) {
    if (isKept(table)) await openState(table, kept.get(table.name) ?? null, session);
    const read = isKept(table) ? [...table.inputs, table.state.table] : table.inputs;
    await assertSelect(session, table.sql.duckdb, { table: table.name, tables: read });
    const kind = isKept(table) || (uses.get(table.name) ?? 0) > 1 ? 'TABLE' : 'VIEW';
    await session.run(`CREATE TEMP ${kind} ${sqlName(table.name)} AS ${table.sql.duckdb}`, { table: table.name });
    await context.fault('mid-process');
  }
}

async function storeResult(
  table: string,
  place: { readonly key: string; readonly folder: string },
  request: FlowRequest,
  context: EngineContext,
  session: SqlSession,
): Promise<Result> {
  const planned = request.tables.find((one) => one.name === table);
  const source = request.inputs.find((one) => one.table === table);
  const wanted = planned ? (planned.closed ? planned.columns : null) : (source?.columns ?? null);
  const { columns, items } = await selectItems(session, table, wanted, planned?.columns ?? []);
  // A source table keeps its files' order, a query its own; every other result is put into a total order.
  const ordered = planned === undefined || (await hasOwnOrder(session, planned.sql.duckdb));
  const path = join(place.folder, basename(place.key));
  const query = `SELECT ${items.join(', ')} FROM ${sqlName(table)}${ordered ? '' : ' ORDER BY ALL'}`;
  const copy = `COPY (${query}) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION snappy)`;
  // The point is reached while the database is at it.
  const [[counted]] = await Promise.all([session.run(copy, { table }), context.fault('mid-query')]);
  const rows = Number(counted?.['Count'] ?? 0);
  if (rows === 0) return { resultKey: null, rows: 0, bytes: 0, sha256: HASH_OF_NOTHING, columns };
  return { resultKey: place.key, rows, columns, ...(await context.store.putFile(place.key, path)) };
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
