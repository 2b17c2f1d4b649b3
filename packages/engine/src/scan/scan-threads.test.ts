import { once } from 'node:events';
import { expect, test } from 'vitest';
import { giveThread, SCAN_THREADS, takeThread } from './scan-threads.ts';

test('a thread that is given back is the next one’s, but nobody’s twice', () => {
  const first = takeThread();
  giveThread(first);
  const again = takeThread();
  const other = takeThread();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  giveThread(again);
  giveThread(other);
});

test('only some are kept: the others end by themselves', async () => {
  const taken = Array.from({ length: SCAN_THREADS + 2 }, takeThread);
  const surplus = taken.slice(SCAN_THREADS).map((thread) => once(thread, 'exit'));
  for (const thread of taken) giveThread(thread);
  expect(await Promise.all(surplus)).toEqual([[0], [0]]);
});

test('one that has ended is not given to anybody', async () => {
  const dead = takeThread();
  giveThread(dead);
  await dead.terminate();
  const next = takeThread();
  expect(next).not.toBe(dead);
  giveThread(next);
});
