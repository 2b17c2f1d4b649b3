import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const FAULTS = ['kill', 'engine', 'fuzz', 'scripts', 'functions', 'data', 'tests', 'guards', 'mutations'];
const BENCHMARKS = ['ingest', 'compile', 'stream', 'smallfiles', 'tinyrun', 'queue', 'home', 'console'];

/** A script, and the beginning of how it is called. */
const CALLS: readonly (readonly [script: string, name: string | null, usage: string])[] = [
  ['scripts/test.ts', null, 'npm test'],
  ['scripts/e2e.ts', null, 'npm run e2e'],
  ['scripts/check.ts', null, 'npm run check'],
  ['scripts/new.ts', null, 'npm run new -- KIND NAME'],
  ['faults/run.ts', null, 'npm run faults -- [NAME]'],
  ...FAULTS.map((name) => ['faults/run.ts', name, 'npm run faults -- '] as const),
  ['bench/run.ts', null, 'npm run bench -- [NAME]'],
  ...BENCHMARKS.map((name) => ['bench/run.ts', name, `npm run bench -- ${name} [--`] as const),
];

function run(script: string, ...args: readonly (string | null)[]) {
  const given = args.filter((arg) => arg !== null);
  return spawnSync(process.execPath, [script, ...given], { cwd: root, encoding: 'utf8' });
}

it.each(CALLS)('%s %s prints how it is called, asked for it or called wrongly', (script, name, usage) => {
  const asked = run(script, name, '--help');
  expect(asked).toMatchObject({ status: 0, stderr: '' });
  expect(asked.stdout.startsWith(usage)).toBe(true);
  const wrong = run(script, name, '--no-such-option');
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(wrong.stderr).toContain(`\n\n${usage.split(' [')[0]}`);
  expect(wrong.stderr).toContain('no-such-option');
  expect(wrong.stderr).not.toMatch(/^ +at /m);
});
