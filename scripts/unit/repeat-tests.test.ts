import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { expect, it, vi } from 'vitest';
import { type Repetition, repeatTests } from '../../faults/tests/repeat-tests.ts';

const LOG = 'docs/repetitions.jsonl';
const folder = useFolder('repetitions');
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

/** Commits the tree with this content; returns the short name that rows of the log have. */
function commit(content: string): string {
  writeFileSync(join(folder, 'file'), content);
  git('add', '.');
  git('commit', '-q', '-m', content);
  return git('rev-parse', '--short=12', 'HEAD').trim();
}

const kept = (): Repetition[] =>
  readFileSync(join(folder, LOG), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Repetition);

it('repetitions of several sittings count when their commits follow one, and a log that can be committed keeps them', async () => {
  const said: string[] = [];
  const print = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  const sitting = async (times: number, since: string, failures: readonly string[] = []): Promise<number> => {
    said.length = 0;
    return repeatTests(folder, { times, busy: 2, seed: 7, log: LOG, since }, async (_root, run) => ({
      ...run,
      seconds: 60,
      passed: 10,
      failed: failures.length,
      failures,
      before: {},
    }));
  };
  git('init', '-q');
  const before = commit('before');
  const base = commit('base');
  await sitting(1, base);
  const after = commit('after');
  expect(await sitting(3, base)).toBe(0);
  expect(kept().map((one) => [one.commit, one.seed])).toEqual([
    [base, 7],
    [after, 8],
    // The log has changed since the commit, and what was tested has not.
    [after, 9],
  ]);
  expect(said[0]).toBe(`1 of 3 repetitions of ${base} are done`);
  expect(said.slice(-5).map((line) => line.trim().split(/\s+/))).toEqual([
    ['commit', 'seed', 'seconds', 'passed', 'failed'],
    [base, '7', '60', '10', '0'],
    [after, '8', '60', '10', '0'],
    [after, '9', '60', '10', '0'],
    ['30', 'passed,', '0', 'failed'],
  ]);
  // A commit later than the first sitting does not count it.
  expect(await sitting(3, after, ['file.test.ts > breaks'])).toBe(1);
  expect(said).toContain('\nfailed with seed 10: file.test.ts > breaks');
  expect(said.at(-1)).toBe('30 passed, 1 failed');
  await expect(sitting(1, 'unknown')).rejects.toThrow();
  // A tree whose other files have changed belongs to none.
  writeFileSync(join(folder, 'file'), 'changed');
  const refused = vi.spyOn(console, 'error').mockReturnValue(undefined);
  expect(await sitting(5, before)).toBe(2);
  expect(refused).toHaveBeenCalledOnce();
  expect(kept()).toHaveLength(4);
  refused.mockRestore();
  print.mockRestore();
});
