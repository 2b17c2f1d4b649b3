import { join } from 'node:path';
import { printUsage, wholeNumber } from './arguments/read-arguments.ts';
import { expectVitestOptions } from './arguments/vitest-options.ts';
import { changedTests } from './changed/changed-tests.ts';
import { openTree } from './checks/tree.ts';
import { ensureChromium } from './chromium.ts';
import { profileLines, readProfile } from './profile/profile.ts';
import { clearRecordings } from './sql-rows/recorded.ts';
import { verifyRows } from './sql-rows/verify.ts';
import { newSeed, profilePath, runVitest } from './unit/run-vitest.ts';
import { type Counts, closingLine, leaveCounts, sumCounts } from './unit/test-counts.ts';

/** Entries of each list of a profile: in the log of every run, and when it is asked for. */
const TOP = { always: 5, asked: 20 };

const USAGE = `npm test                        every test
npm test -- WORD …              the test files whose path contains one of the words; options of Vitest may follow
npm test -- --changed [COMMIT]  the test files that a change since COMMIT (by default the last one) can reach
npm test -- --profile           ends with what the time was spent on
npm test -- --seed N            the order and the sampled cells of an earlier run`;

/**
 * `npm test`: the tests beside the code (on a real PostgreSQL and DuckDB), then the browser tests on the real product. A run that is
 * narrowed leaves the browser out. Files named `*.long.*` run when they are named, and by `npm run faults -- tests`; of suites that
 * repeat one contract, a run of all tests takes a part.
 */
async function main(): Promise<number> {
  const root = join(import.meta.dirname, '..');
  const { only, seed, profile, help, changed } = readOptions(process.argv.slice(2));
  if (help) printUsage(USAGE);
  expectVitestOptions(USAGE, only);
  const files = changed === undefined ? only : [...only, ...changedTests(openTree(root), changed)];
  if (changed !== undefined) console.log(`${files.length} test files can be reached by what changed since ${changed}`);
  if (changed !== undefined && files.length === 0) return 0;
  const narrowed = files.length > 0;
  const started = performance.now();
  leaveCounts(root, 'test', undefined);
  clearRecordings(root);
  console.log(`seed ${seed}: npm test -- --seed ${seed} repeats the order of the files and the sampled cells`);
  const long = files.some((word) => word.includes('.long'));
  const parts: Counts[] = [
    await runVitest(root, { name: 'unit', config: 'vitest.config.ts', options: files, seed, long, share: !narrowed }),
  ];
  if (!narrowed) parts.push(await rowTypes(root), await browserTests(root, seed));
  const counts = sumCounts(parts);
  leaveCounts(root, 'test', counts);
  if (profile || !narrowed) printProfile(root, narrowed ? ['unit'] : ['unit', 'browser'], profile);
  for (const line of counts.failures) console.error(`\nfailed: ${line}`);
  console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s in all, seed ${seed}`);
  console.log(closingLine(counts));
  return counts.failed === 0 ? 0 : 1;
}

type Options = {
  /** Words of paths, and options of Vitest. */
  readonly only: readonly string[];
  readonly seed: number;
  readonly profile: boolean;
  readonly help: boolean;
  /** The commit since which changes count. */
  readonly changed: string | undefined;
};

/** Our options, and everything else for Vitest. */
function readOptions(args: readonly string[]): Options {
  const rest = args.flatMap((arg) => (/^--(seed|changed)=/.test(arg) ? arg.split(/=(.*)/, 2) : [arg]));
  const take = (name: string, values: 0 | 1): string | undefined => {
    const at = rest.indexOf(name);
    if (at === -1) return undefined;
    const hasValue = values === 1 && rest[at + 1]?.startsWith('-') === false;
    return rest.splice(at, hasValue ? 2 : 1)[1] ?? '';
  };
  const seed = take('--seed', 1) ?? String(newSeed());
  const changed = take('--changed', 1);
  const profile = take('--profile', 0) !== undefined;
  const help = take('--help', 0) !== undefined || take('-h', 0) !== undefined;
  return {
    only: rest,
    seed: wholeNumber(USAGE, 'seed', seed),
    profile,
    help,
    changed: changed === '' ? 'HEAD' : changed,
  };
}

function printProfile(root: string, names: readonly string[], asked: boolean): void {
  for (const name of names) {
    const lines = profileLines(name, readProfile(profilePath(root, name)), asked ? TOP.asked : TOP.always);
    console.log(`\n${lines.join('\n')}`);
  }
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

async function browserTests(root: string, seed: number): Promise<Counts> {
  try {
    ensureChromium();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, skipped: 0, failures: [message] };
  }
  const options = ['--exclude=**/*.long.e2e.ts'];
  return runVitest(root, { name: 'browser', config: 'e2e/vitest.config.ts', options, seed, share: true });
}

process.exitCode = await main();
