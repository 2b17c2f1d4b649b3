import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { createLog } from './log.ts';

const disk = mountSmallDisk(4 * 1024 ** 2);
afterAll(() => disk?.remove());

test('a log on a full device neither throws nor ends the program, and says so once', async () => {
  const said: string[] = [];
  const log = createLog({ level: 'info', file: '/dev/full', onError: (line) => said.push(line) });
  for (let line = 0; line < 100; line += 1) log.info({ line }, 'some line');
  await new Promise(setImmediate);
  expect(said).toEqual([
    'The log cannot be written (ENOSPC). Its lines are kept in memory, up to 1 MB. Free some space.',
  ]);
  log.error('an error');
  expect(said.at(-1)).toBe('an error');
});

test.runIf(disk !== null)(
  'the log is written again once there is room, and counts the lines that were lost',
  async () => {
    const said: string[] = [];
    const file = join(disk?.folder ?? '', 'switchboard.log');
    const log = createLog({ level: 'info', file, onError: (line) => said.push(line) });
    log.info({ number: -1 }, 'before');
    disk?.fill();
    for (let number = 0; number < 1_300; number += 1) log.info({ number }, 'x'.repeat(1_000));
    disk?.free();
    log.info({ number: 1_300 }, 'after');
    await new Promise(setImmediate);
    const entries = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { number?: number; lost?: number; msg: string });
    const numbers = entries.flatMap(({ number }) => number ?? []);
    const lost = entries.find((entry) => entry.lost !== undefined);
    expect(lost).toMatchObject({ level: 40, msg: 'The log could not be written for a time.' });
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.length + (lost?.lost ?? 0)).toBe(1_302);
    expect(numbers.slice(0, 3)).toEqual([-1, 0, 1]);
    expect(said).toEqual([
      'The log cannot be written (ENOSPC). Its lines are kept in memory, up to 1 MB. Free some space.',
      `The log is written again. ${lost?.lost} lines were lost.`,
    ]);
  },
);

test('a log file of full size becomes the newest of the former files, of which the oldest leaves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-log-'));
  try {
    const file = join(folder, 'switchboard.log');
    const said: string[] = [];
    const open = () =>
      createLog({ level: 'info', file, rotation: { maxBytes: 1_000, files: 2 }, onError: (line) => said.push(line) });
    const first = open();
    for (let number = 0; number < 10; number += 1) first.info({ number }, 'x'.repeat(300));
    // Another start goes on in the file of the former one.
    const second = open();
    for (let number = 10; number < 20; number += 1) second.info({ number }, 'x'.repeat(300));
    const numbersOf = (name: string): number[] =>
      readFileSync(join(folder, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { number: number }).number);
    expect(readdirSync(folder).toSorted()).toEqual(['switchboard.log', 'switchboard.log.1', 'switchboard.log.2']);
    const kept = ['switchboard.log.2', 'switchboard.log.1', 'switchboard.log'].map(numbersOf);
    expect(kept.flat()).toEqual(Array.from({ length: kept.flat().length }, (_, at) => 20 - kept.flat().length + at));
    for (const numbers of kept.slice(0, 2)) expect(numbers).toHaveLength(2);
    expect(said).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
