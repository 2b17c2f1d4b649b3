import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { runVitest } from './run-vitest.ts';
import { clearRecordings } from './sql-rows/recorded.ts';
import { verifyRows } from './sql-rows/verify.ts';
import { type Counts, closingLine, leaveCounts, sumCounts } from './test-counts.ts';

/**
 * `npm test`: the tests beside the code (on a real PostgreSQL and DuckDB), then the browser tests on the real product.
 * Words after `--` narrow the first part to files whose path contains one of them, and leave the browser out. Files named
 * `*.long.*` run when they are named, and by `npm run faults -- tests`.
 */
async function main(): Promise<number> {
  const root = join(import.meta.dirname, '..');
  const only = process.argv.slice(2);
  const started = performance.now();
  leaveCounts(root, 'test', undefined);
  clearRecordings(root);
  const unit = only.length > 0 ? only : ['--exclude=**/*.long.test.ts'];
  const parts: Counts[] = [await runVitest(root, 'unit', 'vitest.config.ts', unit)];
  if (only.length === 0) parts.push(await rowTypes(root), await browserTests(root));
  const counts = sumCounts(parts);
  leaveCounts(root, 'test', counts);
  for (const line of counts.failures) console.error(`\nfailed: ${line}`);
  console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s in all`);
  console.log(closingLine(counts));
  return counts.failed === 0 ? 0 : 1;
}

/** One test: the row types asserted in the server's SQL against the columns that its database returned just now. */
async function rowTypes(root: string): Promise<Counts> {
  const { statements, unseen, wrong } = await verifyRows(root);
  const failures = [
    ...wrong.map((line) => `A row type contradicts the database. ${line}`),
    ...unseen.map((place) => `No test ran the statement at ${place}, so its row type is unverified.`),
  ];
  console.log(
    `\n${statements} asserted row types of SQL statements, ${statements - unseen.length} compared, ${wrong.length} wrong`,
  );
  const failed = failures.length > 0;
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0, failures };
}

async function browserTests(root: string): Promise<Counts> {
  try {
    ensureChromium();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, skipped: 0, failures: [message] };
  }
  return runVitest(root, 'browser', 'e2e/vitest.config.ts', ['--exclude=e2e/*.long.e2e.ts']);
}

process.exitCode = await main();
