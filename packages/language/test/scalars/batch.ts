import type { DuckDBConnection } from '@duckdb/node-api';
import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { type Comparison, compareCall, openComparison } from './compare.ts';
import { SECOND_IMPLEMENTATIONS } from './registry.ts';

export type FunctionBatch = {
  readonly cases: number;
  readonly slowest: { readonly milliseconds: number; readonly index: number };
  readonly failures: readonly { readonly index: number; readonly failure: string; readonly text: string }[];
  readonly counts: Readonly<Record<string, number>>;
};

type Amount = { readonly rows: number; readonly seed: number };

/** The functions in the order of their numbers. */
export const COMPARED: readonly string[] = Object.keys(SECOND_IMPLEMENTATIONS);

/** Compares all calls of a function, which share the rows. */
export async function compareFunction(
  connection: DuckDBConnection,
  name: string,
  { rows, seed }: Amount,
): Promise<Comparison> {
  const calls = SECOND_IMPLEMENTATIONS[name] ?? [];
  const each = Math.ceil(rows / calls.length);
  let all: Comparison = { rows: 0, differences: 0, shown: [] };
  for (const second of calls) {
    const one = await compareCall(connection, second, { rows: each, seed }).catch(
      (error: unknown): Comparison => ({ rows: each, differences: each, shown: [`all rows: ${String(error)}`] }),
    );
    all = {
      rows: all.rows + one.rows,
      differences: all.differences + one.differences,
      shown: [...all.shown, ...one.shown.map((row) => `${second.call} of ${row}`)],
    };
  }
  return all;
}

let opening: Promise<DuckDBConnection> | undefined;

/** Compares the functions from one number up to another. */
export async function compareFunctions(
  { from, to }: { readonly from: number; readonly to: number },
  amount: Amount,
): Promise<FunctionBatch> {
  opening ??= openComparison();
  const connection = await opening;
  const counts: Record<string, number> = {};
  const failures: FunctionBatch['failures'][number][] = [];
  let slowest = { milliseconds: 0, index: from };
  for (let index = from; index < to; index += 1) {
    const name = COMPARED[index] ?? '';
    const processorTime = startProcessorTime();
    const { rows, differences, shown } = await compareFunction(connection, name, amount);
    const milliseconds = processorTime();
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, index };
    counts[`${name}: rows`] = rows;
    counts[`${name}: differences`] = differences;
    if (differences > 0)
      failures.push({ index, failure: `${name} differs in ${differences} rows`, text: shown.join('\n') });
  }
  return { cases: to - from, slowest, failures, counts };
}
