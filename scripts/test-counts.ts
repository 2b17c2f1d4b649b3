import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The result of a run. A test file that could not be loaded counts as one failed test. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

const REPORT = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

/** The counts in a Vitest JSON report; a run that left no report has failed. */
export function readCounts(path: string): Counts {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const report = REPORT.parse(JSON.parse(text));
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests,
  };
}

export function sumCounts(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The closing line of every runner of ours. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Where `npm test` and `npm run check` store the counts of their last run. */
export function reportFolder(root: string): string {
  const folder = join(root, 'node_modules', '.cache', 'switchboard');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Stores the counts of a run. Called with undefined at its start, so that an interrupted run leaves none. */
export function leaveCounts(root: string, run: 'test' | 'check', counts: Counts | undefined): void {
  const path = join(reportFolder(root), `${run}.json`);
  if (counts === undefined) rmSync(path, { force: true });
  else writeFileSync(path, JSON.stringify(counts));
}
