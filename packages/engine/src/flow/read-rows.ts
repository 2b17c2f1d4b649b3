import type { EngineContext } from '../context.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { FlowOutput } from '../requests.ts';
import { uploadedValue, validJson } from '../values/decimal-text.ts';

const MAX_ROWS = 1000;
const MEMORY_BYTES = 512 * 1024 ** 2;
const TIMEOUT_MS = 60_000;

/** A row of a result: each value as the database writes it, in the order of the columns, and all of them as a JSON object. */
export type ShownRow = { readonly texts: readonly (string | null)[]; readonly json: string };

/**
 * Reads the first rows of a stored result, in its order. `rows` is cut to 1,000. Numbers in `json` have all their digits.
 * Throws QUERY_*, PROCESS_STOPPED, STORAGE_*.
 */
export async function readRows(
  { resultKey, columns }: Pick<FlowOutput, 'resultKey' | 'columns'>,
  rows: number,
  context: EngineContext,
): Promise<readonly ShownRow[]> {
  const limit = Math.min(Math.floor(rows), MAX_ROWS);
  if (resultKey === null || limit < 1 || columns.length === 0) return [];
  const path = await context.store.localPath(resultKey, context.scratch);
  const limits = { memoryBytes: MEMORY_BYTES, timeoutMs: TIMEOUT_MS, threads: 1 };
  const session = await context.executor.open({ reads: [path], writes: [], ...limits }, context.signal);
  try {
    const names = columns.map(({ name }) => name);
    const texts = columns.map(({ name, type }, index) => {
      const value = type.kind === 'decimal' ? uploadedValue(sqlName(name), type) : sqlName(name);
      return `CAST(${value} AS VARCHAR) AS c${index}`;
    });
    const members = names.map((name) => `${sqlText(name)}, ${sqlName(name)}`);
    const json = validJson(
      `CAST(json_object(${members.join(', ')}) AS VARCHAR)`,
      columns.map(({ type }) => type),
    );
    const found = await session.run(
      `SELECT ${texts.join(', ')}, ${json} AS json
       FROM (SELECT * FROM read_parquet(${sqlText(path)}) LIMIT ${limit})`,
    );
    return found.map((row) => ({
      texts: names.map((_name, index) => (row[`c${index}`] ?? null) as string | null),
      json: String(row['json']),
    }));
  } finally {
    await session.close();
  }
}
