import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openHandles, originOf } from './open-handles.ts';

/** Lists the handles that were opened since. */
const openedSince = (before: ReturnType<typeof openHandles>) => {
  const known = new Set(before.map(({ id }) => id));
  return openHandles().filter(({ id }) => !known.has(id));
};

it('distinguishes a new timer from one that was open before, and says how to find who set it', () => {
  const earlier = setTimeout(() => undefined, 60_000);
  const before = openHandles();
  clearTimeout(earlier);
  const timer = setTimeout(() => undefined, 60_000);
  expect(openedSince(before).map((handle) => `${handle.kind}, ${originOf(handle)}`)).toEqual([
    'timer, set by code that a run of this file with TIMER_STACKS=on names',
  ]);
  timer.unref();
  expect(openedSince(before)).toEqual([]);
  clearTimeout(timer);
});

it('says who opened another handle', async () => {
  const before = openHandles();
  const thread = new Worker('', { eval: true });
  const [opened] = openedSince(before).filter(({ kind }) => kind === 'thread');
  expect(opened && originOf(opened)).toMatch(/open-handles\.test\.ts/);
  await thread.terminate();
});

it('sees a server until it is closed', async () => {
  const before = openHandles();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  expect(openedSince(before).map(({ kind }) => kind)).toContain('server');
  await new Promise((resolve) => server.close(resolve));
  await expect.poll(() => openedSince(before).map(({ kind }) => kind)).not.toContain('server');
});
