import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { EngineContext } from '../context.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { FlowOutput, FlowRequest, FlowResult, FlowState } from '../requests.ts';
import { buildTables, clockStatements, inputPaths, openInputs, resultQuery } from './build-tables.ts';
import { evaluateAssertions } from './evaluate-assertions.ts';
import { countLostValues } from './lost-values.ts';
import { isKept, statePaths } from './table-states.ts';
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
    await openInputs(request, paths, session);
    await context.fault('mid-process');
    const asserted = (request.assertions ?? []).flatMap((assertion) => assertion.inputs);
    const outputs = new Set(request.outputs.map((output) => output.table));
    await buildTables(request, [...asserted, ...outputs], kept, context, session);
    const assertions = await evaluateAssertions(request, folder, context, session);

    const states: FlowState[] = [];
    for (const { name } of request.tables.filter(isKept)) {
      const place = { key: `${request.prefix}/state-${String(states.length).padStart(3, '0')}.parquet`, folder };
      const target = { ...place, isStoredEmpty: false };
      const { resultKey: stateKey, rows, bytes, sha256 } = await storeResult(name, target, request, context, session);
      states.push({ table: name, stateKey, rows, bytes, sha256 });
    }
    const results = new Map<string, Result>();
    for (const { table } of request.outputs) {
      const place = {
        key: `${request.prefix}/${String(results.size).padStart(3, '0')}.parquet`,
        folder,
        isStoredEmpty: request.outputs.some((output) => output.table === table && output.isStoredEmpty === true),
      };
      if (!results.has(table)) results.set(table, await storeResult(table, place, request, context, session));
      context.onProgress({ rows: [...results.values()].reduce((sum, result) => sum + result.rows, 0) });
    }
    const lostValues = await countLostValues(request.tables, session);
    return {
      outputs: request.outputs.flatMap(({ upload, table }) => {
        const result = results.get(table);
        return result ? [{ upload, ...result }] : [];
      }),
      ...(states.length > 0 ? { states } : {}),
      ...(assertions.length > 0 ? { assertions } : {}),
      ...(lostValues.length > 0 ? { lostValues } : {}),
    };
  } catch (error) {
    throw await locateValue(error, { request, paths, session, signal: context.signal });
  } finally {
    await session.close();
  }
}

async function storeResult(
  table: string,
  place: { readonly key: string; readonly folder: string; readonly isStoredEmpty: boolean },
  request: FlowRequest,
  context: EngineContext,
  session: SqlSession,
): Promise<Result> {
  const { columns, items, order } = await resultQuery(table, request, session);
  // Every column of it stands for those of an input that has none.
  if (columns.length === 0) return { resultKey: null, rows: 0, bytes: 0, sha256: HASH_OF_NOTHING, columns };
  const path = join(place.folder, basename(place.key));
  const query = `SELECT ${items.join(', ')} FROM ${sqlName(table)}${order}`;
  const copy = `COPY (${query}) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION snappy)`;
  // The point is reached while the database is at it.
  const [[counted]] = await Promise.all([session.run(copy, { table }), context.fault('mid-query')]);
  const rows = Number(counted?.['Count'] ?? 0);
  if (rows === 0 && !place.isStoredEmpty)
    return { resultKey: null, rows: 0, bytes: 0, sha256: HASH_OF_NOTHING, columns };
  const { key: resultKey, bytes, sha256 } = await context.store.putFile(place.key, path);
  return { resultKey, rows, bytes, sha256, columns };
}
