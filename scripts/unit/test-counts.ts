import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The result of a run. A test file that could not be loaded counts as one failed test. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Failures with their messages: printed last, where a log that is cut still shows them. */
  readonly failures: readonly string[];
};

const REPORT = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullable() }),
      ),
    }),
  ),
});

/** Lines of a failure's message that are printed last. */
const MESSAGE_LINES = 12;

/** The counts in a Vitest JSON report; a run that left no report has failed. */
export function readCounts(path: string): Counts {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${path}: the run left no report`] };
  }
  const report = REPORT.parse(JSON.parse(text));
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(`${name} > ${fullName}`, (failureMessages ?? []).join('\n'))),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests,
    failures: [...failures, ...unloaded.map(({ name, message }) => failure(name, message))],
  };
}

function failure(place: string, message: string): string {
  const lines = message.split('\n').slice(0, MESSAGE_LINES);
  return [place, ...lines].join('\n    ');
}

export function sumCounts(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      failures: [...sum.failures, ...one.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  );
}

/** The closing line of every runner of ours. */
export function closingLine({ passed, failed, skipped }: Omit<Counts, 'failures'>): string {
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

/** The counts of the last run; of one that was interrupted, a failure. */
export function readStoredCounts(root: string, run: 'test' | 'check'): Counts {
  try {
    return JSON.parse(readFileSync(join(reportFolder(root), `${run}.json`), 'utf8')) as Counts;
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${run} left no counts`] };
  }
}
