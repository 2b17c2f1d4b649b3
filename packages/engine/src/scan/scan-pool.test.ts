import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JSON_LINES } from '../../test/json-lines.ts';
import type { ScanTask } from '../formats/part-scan/scan-task.ts';
import { createScanPool, type ScanPool } from './scan-pool.ts';
import { acquireThread, releaseThread, SCAN_THREADS } from './scan-threads.ts';

const folder = mkdtempSync(join(tmpdir(), 'scan-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = 50_000;
const short = join(folder, 'short.jsonl');
writeFileSync(short, '{"id":1}\n'.repeat(ROWS));
const SHORT_BYTES = ROWS * 9;
/** A file of zeros that takes no room on the disk, and minutes to read. */
const long = join(folder, 'long.jsonl');
const LONG_BYTES = 1024 ** 4;
writeFileSync(long, '');
truncateSync(long, LONG_BYTES);

let made = 0;
const task = (path: string, bytes: number): ScanTask => ({
  path,
  start: 0,
  end: bytes,
  dataEnd: bytes,
  skipping: false,
  layout: JSON_LINES,
  cleanPath: join(folder, `clean-${made++}`),
  rejected: null,
});
const longTask = (): ScanTask => task(long, LONG_BYTES);
const shortTask = (): ScanTask => task(short, SHORT_BYTES);

describe('a pool whose threads are all busy', () => {
  let pool: ScanPool;
  let control: AbortController;
  let running: readonly Promise<unknown>[];
  beforeEach(() => {
    control = new AbortController();
    pool = createScanPool(control.signal);
    running = Array.from({ length: pool.threads }, () => pool.run(longTask()));
    for (const one of running) one.catch(() => undefined);
  });
  afterEach(() => pool.close());

  test('an abort ends the scans that run and those that wait for a thread', async () => {
    const waiting = [pool.run(shortTask()), pool.run(shortTask())];
    const reason = new Error('enough');
    const ended = Promise.allSettled([...running, ...waiting]);
    control.abort(reason);
    expect(await ended).toEqual([...running, ...waiting].map(() => ({ status: 'rejected', reason })));
  });

  test('closing ends them too, and there are none afterwards', async () => {
    const ended = Promise.allSettled([...running, pool.run(shortTask())]);
    await pool.close();
    const stopped = { status: 'rejected', reason: expect.objectContaining({ code: 'PROCESS_STOPPED' }) as unknown };
    expect(await ended).toEqual([...running, null].map(() => stopped));
    await expect(pool.run(shortTask())).rejects.toMatchObject({ code: 'PROCESS_STOPPED' });
  });
});

test('reports what the disk refuses a thread', async () => {
  const pool = createScanPool(new AbortController().signal);
  await expect(pool.run({ ...shortTask(), cleanPath: join(folder, 'missing', 'clean') })).rejects.toMatchObject({
    code: 'STORAGE_FAILED',
    message: 'The file store failed: ENOENT in open. Will retry.',
  });
  await pool.close();
});

describe('a thread that dies', () => {
  /** The threads that the next pool takes. */
  const nextThreads = () => {
    const threads = Array.from({ length: SCAN_THREADS }, acquireThread);
    for (const thread of threads) releaseThread(thread);
    return threads;
  };

  test('fails its own scan only: who waits gets another thread', async () => {
    const threads = nextThreads();
    const pool = createScanPool(new AbortController().signal);
    const running = threads.map(() => pool.run(longTask()));
    for (const one of running) one.catch(() => undefined);
    const waiting = pool.run(shortTask());
    await threads[0]?.terminate();
    expect((await waiting).good).toBe(ROWS);
    await expect(Promise.race(running)).rejects.toMatchObject({ code: 'PROCESS_STOPPED' });
    await pool.close();
  });

  test('a thread that dies while it has nothing to do is not asked again', async () => {
    const threads = nextThreads();
    const pool = createScanPool(new AbortController().signal);
    expect((await pool.run(shortTask())).good).toBe(ROWS);
    await threads[0]?.terminate();
    expect((await pool.run(shortTask())).good).toBe(ROWS);
    await pool.close();
  });
});
