import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, readCounts, reportFolder } from './test-counts.ts';

/**
 * Runs Vitest on one of our two settings files, its output passed on as it comes.
 * @param name what the run is called in its report
 * @returns its counts, from the report it wrote
 */
export async function runVitest(
  root: string,
  name: string,
  config: string,
  options: readonly string[],
): Promise<Counts> {
  const report = join(reportFolder(root), `${name}.json`);
  rmSync(report, { force: true });
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        `--config=${config}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...options,
      ],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        // Tests start hundreds of threads and processes; each would compile the same files.
        env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/switchboard/compiled') },
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
