import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Guard } from './guard.ts';

export type GuardCopy = {
  /** Runs these tests on the copy as it is. */
  test(tests: readonly string[]): TestOutcome;
  /** Runs the tests of a guard without it, and puts it back. */
  testWithout(guard: Guard): TestOutcome;
  remove(): void;
};

/** `failed`: titles of failed tests. `ran`: how many tests there were. */
export type TestOutcome = { readonly ran: number; readonly failed: readonly string[] };

type Report = {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/** The last commit in a folder of its own, with links to the installed packages. */
export function copyTree(root: string): GuardCopy {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-guards-'));
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  linkPackages(root, folder);
  const test = (tests: readonly string[]): TestOutcome => runTests(folder, tests);
  return {
    test,
    testWithout(guard) {
      const path = join(folder, guard.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, withoutGuard(text, guard));
      try {
        return test(guard.tests);
      } finally {
        writeFileSync(path, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The text of the guard's file without it. @throws Error when the guard is not there exactly once */
export function withoutGuard(text: string, { name, file, text: guard, replacement }: Guard): string {
  const found = text.split(guard);
  if (found.length !== 2) throw new Error(`The guard "${name}" stands ${found.length - 1} times in ${file}, not once.`);
  return found.join(replacement);
}

/**
 * Links what is installed, file by file: a sandbox in the copy shows no folder outside of the copy. Our own packages are those of
 * the copy.
 */
function linkPackages(root: string, folder: string): void {
  for (const installed of ['node_modules', 'packages/server/node_modules']) {
    const [from, to] = [join(root, installed), join(folder, installed)];
    if (spawnSync('cp', ['-al', from, to]).status === 0) continue;
    // Another file system cannot be linked to.
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
}

function runTests(folder: string, tests: readonly string[]): TestOutcome {
  const report = join(folder, 'guard-report.json');
  rmSync(report, { force: true });
  const options = ['run', '--project', '*', '--reporter=json', `--outputFile=${report}`, ...tests];
  const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...options], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const { numTotalTests, testResults } = readReport(report, run.stderr);
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
  return { ran: numTotalTests, failed };
}

function readReport(path: string, problem: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch (error) {
    throw new Error(`The tests wrote no report.\n${problem.slice(-2000)}`, { cause: error });
  }
}
