import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Column } from '@switchboard/model/schema';
import type { EngineContext } from '../context.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { FlowOutput, FlowOutputRequest, FlowRequest, FlowResult } from '../requests.ts';
import { asOfStatement, buildTables, rebuildTables, resultQuery } from './build-tables.ts';
import { evaluateAssertions } from './evaluate-assertions.ts';
import { countLostValues } from './lost-values.ts';
import { holdsLater, storeStates } from './table-states.ts';
import { withInputs } from './with-inputs.ts';

const HASH_OF_NOTHING = createHash('sha256').digest('hex');

/** A built table's rows, stored. */
type Result = Omit<FlowOutput, 'upload'>;

/**
 * Builds the tables of a flow over its inputs and stores one Parquet file a result; uploads of one table share it.
 * The rows of an `upsert` or `snapshot` table are merged with those it had, and stored as the next version of its state.
 * Equal inputs give equal bytes: one thread, a total order, and a fixed clock.
 * Throws INPUT_MISSING, SQL_NOT_ALLOWED, QUERY_*, PROCESS_STOPPED, STORAGE_*.
 */
export async function buildResults(request: FlowRequest, context: EngineContext): Promise<FlowResult> {
  return withInputs(request, context, { folder: 'results' }, async ({ session, kept, folder }) => {
    await context.fault('mid-process');
    const asserted = (request.assertions ?? []).flatMap((assertion) => assertion.inputs);
    const outputs = new Set(request.outputs.map((output) => output.table));
    const readers = [...asserted, ...outputs];
    await buildTables(request, readers, kept, context, session);
    const assertions = await evaluateAssertions(request, folder, context, session);

    const lostValues = await countLostValues(request.tables, session);

    const states = await storeStates(request, folder, context, session);
    const isLater = request.reportDate !== null && (await holdsLater(request.tables, request.reportDate, session));
    const stored = new Map<string, Result>();
    const results = new Map<string, Result>();
    for (const [asOf, asked] of byDate(request, isLater)) {
      if (asOf !== request.reportDate) {
        await session.run(asOfStatement(asOf));
        await rebuildTables(request.tables, readers, session);
      }
      for (const { upload, table } of asked) {
        const key = `${request.prefix}/${String(stored.size).padStart(3, '0')}.parquet`;
        const known = stored.get(`${asOf} ${table}`);
        const isStoredEmpty = asked.some((other) => other.table === table && other.isStoredEmpty === true);
        const hasTotals = asked.some((other) => other.table === table && other.hasTotals === true);
        const place = { key, folder, isStoredEmpty, hasTotals };
        const result = known ?? (await storeResult(table, place, request, context, session));
        stored.set(`${asOf} ${table}`, result);
        results.set(upload, result);
        context.onProgress({ rows: [...stored.values()].reduce((sum, each) => sum + each.rows, 0) });
      }
    }
    return {
      outputs: request.outputs.flatMap(({ upload }) => {
        const result = results.get(upload);
        return result ? [{ upload, ...result }] : [];
      }),
      ...(states.length > 0 ? { states } : {}),
      ...(assertions.length > 0 ? { assertions } : {}),
      ...(lostValues.length > 0 ? { lostValues } : {}),
    };
  });
}

/** The results by the last report date whose kept rows they show, the flow's own first: without rows of later dates all are its. */
function byDate(
  { outputs, reportDate }: Pick<FlowRequest, 'outputs' | 'reportDate'>,
  isLater: boolean,
): readonly (readonly [string | null, readonly FlowOutputRequest[]])[] {
  const groups = Map.groupBy(outputs, ({ asOf }) => (isLater && asOf !== undefined ? asOf : reportDate));
  return [...groups].toSorted(([a], [b]) => Number(b === reportDate) - Number(a === reportDate));
}

type Place = {
  readonly key: string;
  readonly folder: string;
  readonly isStoredEmpty: boolean;
  readonly hasTotals: boolean;
};

async function storeResult(
  table: string,
  place: Place,
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
  const totals = place.hasTotals ? { totals: await totalsOf(path, columns, session) } : {};
  const { key: resultKey, bytes, sha256 } = await context.store.putFile(place.key, path);
  return { resultKey, rows, bytes, sha256, columns, ...totals };
}

const NUMERIC: readonly string[] = ['integer', 'decimal', 'float'];
/** Columns that are added up at most. */
const MAX_TOTALS = 20;

/** Totals of the numeric columns of a stored result, by name; without those that hold no value. */
async function totalsOf(
  path: string,
  columns: readonly Column[],
  session: SqlSession,
): Promise<Readonly<Record<string, string>>> {
  const numeric = columns.filter(({ type }) => NUMERIC.includes(type.kind)).slice(0, MAX_TOTALS);
  if (numeric.length === 0) return {};
  const items = numeric.map(({ name }, index) => `CAST(sum(${sqlName(name)}) AS VARCHAR) AS t${index}`);
  const [row] = await session.run(`SELECT ${items.join(', ')} FROM read_parquet(${sqlText(path)})`);
  return Object.fromEntries(
    numeric.flatMap(({ name }, index) => {
      const total = row?.[`t${index}`];
      return typeof total === 'string' ? [[name, total]] : [];
    }),
  );
}
