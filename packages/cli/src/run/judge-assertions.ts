import type { AssertionResult } from '@switchboard/engine';
import { stoppedUploads } from '@switchboard/model/assertions';
import { fullNumber } from '@switchboard/model/format';
import type { Plan, PlanUpload } from '@switchboard/model/plan';

/** Says that an assertion failed. */
export function failedText({ assertion, table, rows, allowed }: AssertionResult): string {
  const count = `${fullNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`;
  return allowed === null
    ? `Assertion ${assertion} on ${table} failed for ${count}.`
    : `Assertion ${assertion} on ${table} failed: ${count}, ${fullNumber(Math.ceil(allowed.low))} to ${fullNumber(Math.floor(allowed.high))} are allowed.`;
}

/** The uploads that failed assertions stop, each with the first that does. */
export function stoppedBy(
  plan: Plan,
  uploads: readonly PlanUpload[],
  results: readonly AssertionResult[],
): ReadonlyMap<string, AssertionResult> {
  const stopped = new Map<string, AssertionResult>();
  for (const result of results.filter(({ outcome, severity }) => outcome === 'failed' && severity === 'stop'))
    for (const name of stoppedUploads(plan, uploads, [result.table])) if (!stopped.has(name)) stopped.set(name, result);
  return stopped;
}

/** Row counts of earlier report dates by table, the latest first. */
export type RowCounts = Map<string, number[]>;

/** Adds a report date's row counts, for later ones. A count that an assertion rejects would move their average. */
export function addRowCounts(counts: RowCounts, { assertions = [] }: Plan, results: readonly AssertionResult[]): void {
  const counted = new Set(assertions.filter(({ claim }) => claim.kind === 'row_count').map(({ name }) => name));
  const failed = new Set(results.filter(({ outcome }) => outcome === 'failed').map(({ table }) => table));
  const found = results.filter(({ assertion, table }) => counted.has(assertion) && !failed.has(table));
  for (const { table, rows } of new Map(found.map((result) => [result.table, result])).values())
    counts.set(table, [rows, ...(counts.get(table) ?? [])]);
}
