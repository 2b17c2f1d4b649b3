import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTree } from '../checks/tree.ts';

const root = join(import.meta.dirname, '../..');
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['faults/run.ts', 'tests', ...args], { cwd: root, encoding: 'utf8' });

// All scripts, one by one: usage.long.test.ts.
it('a script prints how it is called, asked for it or called wrongly', () => {
  const asked = run('--help');
  expect(asked).toMatchObject({ status: 0, stderr: '' });
  expect(asked.stdout).toMatch(/^npm run faults -- tests /);
  const wrong = run('--no-such-option');
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(wrong.stderr).toMatch(/^Unknown option '--no-such-option'/);
  expect(wrong.stderr).toContain(`\n\n${asked.stdout}`);
  expect(run('--repeat', 'ten').stderr).toMatch(/^--repeat must be a whole number, got "ten"\.\n\nnpm run faults/);
});

it('one place reads the arguments of scripts', () => {
  const tree = openTree(root);
  const readers = tree.files.filter(
    (path) => /^(scripts|faults|bench|e2e)\/.*\.ts$/.test(path) && /= parseArgs\(/.test(tree.read(path)),
  );
  expect(readers).toEqual([]);
});
