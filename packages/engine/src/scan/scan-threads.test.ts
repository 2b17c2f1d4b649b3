import { once } from 'node:events';
import { expect, test } from 'vitest';
import { acquireThread, releaseThread, SCAN_THREADS } from './scan-threads.ts';

test('a released thread is acquired again, by one user at a time', () => {
  const first = acquireThread();
  releaseThread(first);
  const again = acquireThread();
  const other = acquireThread();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  releaseThread(again);
  releaseThread(other);
});

test('only some are kept: the others end by themselves', async () => {
  const taken = Array.from({ length: SCAN_THREADS + 2 }, acquireThread);
  const surplus = taken.slice(SCAN_THREADS).map((thread) => once(thread, 'exit'));
  for (const thread of taken) releaseThread(thread);
  expect(await Promise.all(surplus)).toEqual([[0], [0]]);
});

test('one that has ended is not given to anybody', async () => {
  const dead = acquireThread();
  releaseThread(dead);
  await dead.terminate();
  const next = acquireThread();
  expect(next).not.toBe(dead);
  releaseThread(next);
});
