import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeShared, sharedInstances, sharedPerWorker } from './shared-per-worker.ts';

/** What other files share is put aside for these tests, so that nothing of theirs is closed. */
let ofOthers: ReturnType<typeof sharedInstances>;
beforeEach(() => {
  ofOthers = new Map(sharedInstances());
  sharedInstances().clear();
});
afterEach(() => {
  sharedInstances().clear();
  for (const [name, shared] of ofOthers) sharedInstances().set(name, shared);
});

it('starts an instance once for all callers', async () => {
  let starts = 0;
  const start = async (): Promise<number> => (starts += 1);
  const [one, other] = [sharedPerWorker('a', start), sharedPerWorker('a', start)];
  expect(await Promise.all([one(), one(), other()])).toEqual([1, 1, 1]);
});

it('tries again after a failed start', async () => {
  let starts = 0;
  const get = sharedPerWorker('a', async () => {
    starts += 1;
    if (starts === 1) throw new Error('no port is free');
    return starts;
  });
  await expect(get()).rejects.toThrow('no port is free');
  expect(await get()).toBe(2);
});

it('closes each instance, and starts it again when asked', async () => {
  const closed: number[] = [];
  let starts = 0;
  const get = sharedPerWorker(
    'a',
    async () => (starts += 1),
    (instance) => closed.push(instance),
  );
  await get();
  await closeShared();
  expect(closed).toEqual([1]);
  expect(await get()).toBe(2);
});
