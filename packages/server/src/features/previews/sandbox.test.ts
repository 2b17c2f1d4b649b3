import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createLocalStore, type EngineContext, type Executor } from '@switchboard/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUSY, createSandbox, type RunOptions, type Sandbox } from './sandbox.ts';

const EXECUTOR: Executor = { open: () => Promise.reject(new Error('No query.')), stop: async () => undefined };
let folder = '';
let sandbox: Sandbox;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-sandbox-'));
  const store = createLocalStore(join(folder, 'files'));
  await store.put('acct/1/kept', Readable.from(['kept']));
  sandbox = createSandbox({
    store,
    startExecutor: () => EXECUTOR,
    scratchFolder: join(folder, 'scratch'),
    now: Date.now,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const as = (personId: string, signal = new AbortController().signal): RunOptions => ({
  runner: { accountId: 'a', personId },
  signal,
  limitMs: 60_000,
});

it('reads the store, and removes all that a run has written', async () => {
  const { store } = (await sandbox.run(as('p'), async (engine) => {
    await engine.store.put('scratch/made', Readable.from(['made']));
    expect((await buffer(await engine.store.open('scratch/made'))).toString()).toBe('made');
    expect((await buffer(await engine.store.open('acct/1/kept'))).toString()).toBe('kept');
    return engine;
  })) as EngineContext;
  expect(await readdir(join(folder, 'scratch'))).toEqual([]);
  expect(await store.head('scratch/made')).toBeNull();
});

it('writes nothing into the store and reaches no network', async () => {
  const attempts = await sandbox.run(as('p'), (engine) =>
    Promise.allSettled([
      engine.store.put('acct/1/new', Readable.from(['x'])),
      engine.store.remove('acct/1/kept'),
      engine.store.putFile('acct/1/new', '/nothing'),
      engine.egress.connect('example.com', 443),
    ]),
  );
  expect((attempts as PromiseSettledResult<unknown>[]).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
});

it('ends with its reason when the person leaves, and refuses one run too many', async () => {
  const caller = new AbortController();
  const running = ['p', 'q', 'r'].map((name) =>
    sandbox.run(
      as(name, caller.signal),
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped somewhere')))),
    ),
  );
  expect(await sandbox.run(as('s'), async () => 'ran')).toBe(BUSY);
  caller.abort(new Error('left'));
  expect((await Promise.allSettled(running)).map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
    Array(3).fill('Error: left'),
  );
  expect(await sandbox.run(as('s'), async () => 'ran')).toBe('ran');
});
