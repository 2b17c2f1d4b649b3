import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
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
  /** The file that keeps each finished run; `node_modules/.cache/switchboard/repetitions.jsonl` by default. */
  readonly log?: string | undefined;
  /** Runs of this commit and of its descendants count; by default only those of the commit of the tree. */
  readonly since?: string | undefined;
};

/** Runs `npm test` once. */
type RunOnce = (root: string, run: Pick<Repetition, 'commit' | 'seed' | 'busy'>) => Promise<Repetition>;

/** One run of `npm test`, as it is kept for the closing table. */
export type Repetition = Pick<Counts, 'passed' | 'failed' | 'failures'> & {
  readonly commit: string;
  readonly seed: number;
  readonly busy: number;
  readonly seconds: number;
  /** For each failed test file, the files that ran before it in the same worker, newest first. */
  readonly before: Readonly<Record<string, readonly string[]>>;
};

/** Behind the commit of a tree with changed files. */
const CHANGED = '-dirty';
/** Files before a failed one that are printed. */
const SHOWN = 5;

/**
 * Repeats `npm test`, each time in another order, and prints every test that failed even once. Each finished run is kept in a file of
 * lines of JSON; runs that it has beside the same load count, so that an interrupted call goes on, with a log on another machine.
 * @param run one repetition; `npm test` by default
 * @returns 0 when no test failed, 1 when one did, 2 when nothing was run
 * @throws Error when the repository lacks the commit `since`
 */
export async function repeatTests(root: string, options: Repetitions, run: RunOnce = runOnce): Promise<number> {
  const { times, busy, seed, log, since } = options;
  const kept = resolve(root, log ?? join(reportFolder(root), 'repetitions.jsonl'));
  const commit = commitOf(root, kept);
  if (since !== undefined && commit.endsWith(CHANGED)) {
    console.error('Files are changed, so that a run would count for no commit. Commit them first.');
    return 2;
  }
  const counts = since === undefined ? (one: string): boolean => one === commit : descendantsOf(root, since);
  const done = readKept(kept).filter((one) => counts(one.commit) && one.busy === busy);
  if (done.length > 0) console.log(`${done.length} of ${times} repetitions of ${since ?? commit} are done`);
  const first = Math.max(seed, ...done.map((one) => one.seed + 1));
  for (let next = first; done.length < times; next += 1) {
    const one = await run(root, { commit, seed: next, busy });
    mkdirSync(dirname(kept), { recursive: true });
    appendFileSync(kept, `${JSON.stringify(one)}\n`);
    done.push(one);
    console.log(`${done.length} of ${times}: ${rowOf(one)}`);
  }
  printTable(done);
  return done.every(({ failed }) => failed === 0) ? 0 : 1;
}

/** Whether a commit is this one or one between it and that of the tree. */
function descendantsOf(root: string, since: string): (commit: string) => boolean {
  const base = git(root, 'rev-parse', '--verify', `${since}^{commit}`);
  const later = [base, ...git(root, 'rev-list', '--ancestry-path', `${base}..HEAD`).split('\n')];
  return (commit) => later.some((one) => one.startsWith(commit));
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
  const heads = ['seconds', 'passed', 'failed'].map((head) => head.padStart(8)).join('');
  console.log(`\n${'commit'.padEnd(20)}${'seed'.padEnd(12)}${heads}`);
  for (const one of all) console.log(rowOf(one));
  const sum = (of: 'passed' | 'failed'): number => all.reduce((total, one) => total + one[of], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

const rowOf = ({ commit, seed, seconds, passed, failed }: Repetition): string =>
  `${commit.padEnd(20)}${String(seed).padEnd(12)}${[seconds, passed, failed].map((count) => String(count).padStart(8)).join('')}`;

function readKept(path: string): Repetition[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Repetition);
}

/** The commit of the tree, marked when files are changed besides the log itself. */
function commitOf(root: string, log: string): string {
  const changed = git(
    root,
    'status',
    '--porcelain',
    '--untracked-files=no',
    '--',
    '.',
    `:(exclude,top)${relative(root, log)}`,
  );
  return `${git(root, 'rev-parse', '--short=12', 'HEAD')}${changed === '' ? '' : CHANGED}`;
}

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
