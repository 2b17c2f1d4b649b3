import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileProfile, readProfile } from '../../scripts/profile/profile.ts';
import { profilePath } from '../../scripts/unit/run-vitest.ts';
import { type Counts, readStoredCounts, reportFolder } from '../../scripts/unit/test-counts.ts';

export type Repetitions = {
  /** How often `npm test` runs. */
  readonly times: number;
  /** Processes that keep a core busy beside it. */
  readonly busy: number;
  /** Seed of the first run; the others have the numbers after it. */
  readonly seed: number;
};

/** One run of `npm test`, as it is kept for the closing table. */
type Repetition = Pick<Counts, 'passed' | 'failed' | 'failures'> & {
  readonly commit: string;
  readonly seed: number;
  readonly busy: number;
  readonly seconds: number;
  /** For each failed test file, the files that ran before it in the same worker, newest first. */
  readonly before: Readonly<Record<string, readonly string[]>>;
};

/** Files before a failed one that are printed. */
const SHOWN = 5;

/**
 * Repeats `npm test`, each time in another order, and prints every test that failed even once. Each finished run is kept in
 * `node_modules/.cache/switchboard/repetitions.jsonl`; runs of the same commit beside the same load count, so that an interrupted
 * call goes on.
 * @returns 0 when no test failed
 */
export async function repeatTests(root: string, { times, busy, seed }: Repetitions): Promise<number> {
  const kept = join(reportFolder(root), 'repetitions.jsonl');
  const commit = commitOf(root);
  const done = readKept(kept).filter((one) => one.commit === commit && one.busy === busy);
  if (done.length > 0) console.log(`${done.length} of ${times} repetitions of ${commit} are done`);
  const first = Math.max(seed, ...done.map((one) => one.seed + 1));
  for (let next = first; done.length < times; next += 1) {
    const one = await runOnce(root, { commit, seed: next, busy });
    appendFileSync(kept, `${JSON.stringify(one)}\n`);
    done.push(one);
    console.log(`${done.length} of ${times}: ${rowOf(one)}`);
  }
  printTable(done);
  return done.every(({ failed }) => failed === 0) ? 0 : 1;
}

async function runOnce(
  root: string,
  { commit, seed, busy }: Pick<Repetition, 'commit' | 'seed' | 'busy'>,
): Promise<Repetition> {
  const loops = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const started = performance.now();
  try {
    const test = spawn(process.execPath, ['scripts/test.ts', '--seed', String(seed)], { cwd: root, stdio: 'inherit' });
    await ended(test);
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  const { passed, failed, failures } = readStoredCounts(root, 'test');
  const profiles = ['unit', 'browser'].flatMap((name) => readProfile(profilePath(root, name)));
  return { commit, seed, busy, seconds, passed, failed, failures, before: filesBefore(profiles, failures) };
}

const ended = (child: ChildProcess): Promise<void> => new Promise((resolve) => child.once('close', () => resolve()));

/** Lists the files that ran in the same worker before each file that a failure names. */
function filesBefore(profiles: readonly FileProfile[], failures: readonly string[]): Repetition['before'] {
  const failed = profiles.filter(({ path }) => failures.some((line) => line.includes(path)));
  return Object.fromEntries(
    failed.map((file) => {
      const earlier = profiles.slice(0, profiles.indexOf(file)).filter(({ worker }) => worker === file.worker);
      return [
        file.path,
        earlier
          .slice(-SHOWN)
          .map(({ path }) => path)
          .toReversed(),
      ];
    }),
  );
}

function printTable(all: readonly Repetition[]): void {
  for (const { seed, failures, before } of all) {
    for (const failure of failures) console.log(`\nfailed with seed ${seed}: ${failure}`);
    for (const [path, earlier] of Object.entries(before)) console.log(`  before ${path}: ${earlier.join(', ')}`);
  }
  console.log(`\n${'seed'.padEnd(12)}${'seconds'.padStart(8)}${'passed'.padStart(8)}${'failed'.padStart(8)}`);
  for (const one of all) console.log(rowOf(one));
  const sum = (of: 'passed' | 'failed'): number => all.reduce((total, one) => total + one[of], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

const rowOf = ({ seed, seconds, passed, failed }: Repetition): string =>
  `${String(seed).padEnd(12)}${String(seconds).padStart(8)}${String(passed).padStart(8)}${String(failed).padStart(8)}`;

function readKept(path: string): Repetition[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Repetition);
}

/** The commit of the tree, marked when files are changed. */
function commitOf(root: string): string {
  return execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
}
