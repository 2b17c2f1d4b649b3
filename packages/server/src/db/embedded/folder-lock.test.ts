import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.ts';
import { identify, isRunning } from './process-identity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a lock of another process, newer than all others. */
const leave = (owner: object): void => {
  const number = Math.max(0, ...readdirSync(folder).map((name) => Number(/\d+/.exec(name)?.[0]))) + 1;
  writeFileSync(join(folder, `owner-${number}.lock`), JSON.stringify(owner));
};
/** The process that the newest lock names. */
const named = (): unknown => {
  const newest = readdirSync(folder).sort((a, b) => Number(/\d+/.exec(b)?.[0]) - Number(/\d+/.exec(a)?.[0]))[0] ?? '';
  return JSON.parse(readFileSync(join(folder, newest), 'utf8'));
};

test('a folder has one owner, until it is released', () => {
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}.`);
  lock.release();
  for (let round = 0; round < 5; round++) lockFolder(folder).release();
  expect(readdirSync(folder).length).toBeLessThanOrEqual(2);
  expect(named()).toEqual({});
});

test('the lock of an ended process is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const owner = identify(child.pid ?? 0);
  if (owner === null) throw new Error('The child did not start.');
  leave({ ...owner, token: 'other' });
  expect(() => lockFolder(folder)).toThrow(`in use by process ${child.pid}.`);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  lockFolder(folder).release();
});

test('a reused process id does not count as the old owner', () => {
  const own = identify(process.pid);
  if (own === null) throw new Error('This process has no identity.');
  expect(isRunning(own)).toBe(true);
  leave({ ...own, started: '1', token: 'other' });
  lockFolder(folder).release();
  leave({ ...own, boot: 'another boot', token: 'other' });
  lockFolder(folder).release();
});

test('a lock file that cannot be read has no owner', () => {
  writeFileSync(join(folder, 'owner-7.lock'), '{"pid":');
  const lock = lockFolder(folder);
  expect(named()).toMatchObject({ pid: process.pid });
  lock.release();
});

test('releasing leaves a lock that another process has taken over', () => {
  const lock = lockFolder(folder);
  writeFileSync(join(folder, 'owner-1.lock'), JSON.stringify({ pid: 1, boot: '', started: '', token: 'other' }));
  lock.release();
  expect(named()).toMatchObject({ pid: 1 });
});

test('one process gets a stale lock when many take it over at once', { repeats: 4 }, async () => {
  leave({ pid: 999_999_999, boot: '', started: '', token: 'dead' });
  const program = `
    const { lockFolder } = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)});
    process.stdin.once('data', () => {
      try { lockFolder(${JSON.stringify(folder)}); console.log('mine'); } catch { console.log('not mine'); }
      process.stdin.once('data', () => process.exit());
    });
    console.log('there');`;
  const children = Array.from({ length: 6 }, () => spawn(process.execPath, ['--input-type=module', '-e', program]));
  const said = children.map((child) => {
    const lines: string[] = [];
    child.stdout.on('data', (piece: Buffer) => lines.push(...piece.toString().trim().split('\n')));
    return lines;
  });
  await expect.poll(() => said.every((lines) => lines.length === 1)).toBe(true);
  for (const child of children) child.stdin.write('go\n');
  await expect.poll(() => said.every((lines) => lines.length === 2)).toBe(true);
  expect(said.flat().filter((line) => line === 'mine')).toHaveLength(1);
  const ends = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of children) child.stdin.write('end\n');
  await Promise.all(ends);
});
