import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, readCounts, reportFolder } from './test-counts.ts';

export type VitestRun = {
  /** Name of the run in its report and its profile. */
  readonly name: string;
  /** One of our two settings files. */
  readonly config: string;
  /** Words of which a path must contain one, and options of Vitest. */
  readonly options: readonly string[];
  /** Decides the order of the files and the sampled cells of matrices. */
  readonly seed: number;
  /** Runs the files named `*.long.test.ts`, too. */
  readonly long?: boolean;
  /** Leaves out the files whose turn it is not. */
  readonly share?: boolean;
  /** Runs every cell of sampled matrices. */
  readonly whole?: boolean;
};

/** Runs Vitest, its output passed on as it comes, and returns the counts of the report that it wrote. */
export async function runVitest(
  root: string,
  { name, config, options, seed, long, share, whole }: VitestRun,
): Promise<Counts> {
  const report = join(reportFolder(root), `${name}.json`);
  const profile = profilePath(root, name);
  for (const path of [report, profile]) rmSync(path, { force: true });
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', `--config=${config}`, ...options],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          // Tests start hundreds of threads and processes; each would compile the same files.
          NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/switchboard/compiled'),
          TEST_REPORT: report,
          TEST_PROFILE: profile,
          TEST_SEED: String(seed),
          ...(long === true && { TEST_LONG: 'on' }),
          ...(share === true && { TEST_SHARE: 'on' }),
          ...(whole === true && { TEST_MATRIX: 'whole' }),
        },
      },
    );
    child.on('error', reject);
    child.on('close', (exit) => resolve(exit ?? 1));
  });
  const counts = readCounts(report);
  // An error outside any test (a leaked rejection, a teardown) fails the run without failing a test.
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [`${config}: an error outside any test, see "Unhandled Errors" above`] };
}

/** Where a run leaves what each of its files cost. */
export function profilePath(root: string, name: string): string {
  return join(reportFolder(root), `${name}-profile.json`);
}

/** Minutes since 1970: consecutive runs take different orders and cells. */
export function newSeed(): number {
  return Math.floor(Date.now() / 60_000);
}
