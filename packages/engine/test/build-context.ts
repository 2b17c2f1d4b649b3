import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noFault } from '@switchboard/model/faults';
import type { EngineContext, Progress } from '../src/context.ts';
import type { SqlSession } from '../src/executors/executor.ts';
import { createLocalStore, type LocalStore } from '../src/files/local-store.ts';
import { createTestExecutor } from './executor.ts';

/** Everything that the engine needs for one piece of work, on real parts below one folder of the system's. */
export type TestBench = {
  readonly folder: string;
  readonly store: LocalStore;
  /** The arguments of onProgress, in order. */
  readonly progress: Progress[];
  /** A context with a scratch folder of its own. It reaches no network unless an egress is given. */
  context(overrides?: Partial<EngineContext>): Promise<EngineContext>;
  /** A session that reads and writes below `folder`, shared by all tests of the bench. */
  session(): Promise<SqlSession>;
  close(): Promise<void>;
};

const NOWHERE: EngineContext['egress'] = {
  fetch: () => Promise.reject(new Error('this test has no network')),
  isListed: () => false,
  connect: () => Promise.reject(new Error('this test has no network')),
};

/** Builds a bench; close it after the tests that use it. */
export async function buildBench(): Promise<TestBench> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-engine-'));
  const store = createLocalStore(join(folder, 'store'));
  const executor = createTestExecutor();
  const progress: Progress[] = [];
  let scratches = 0;
  let opening: Promise<SqlSession> | undefined;
  return {
    folder,
    store,
    progress,
    async context(overrides = {}) {
      scratches += 1;
      const scratch = join(folder, 'scratch', String(scratches));
      await mkdir(scratch, { recursive: true });
      return {
        egress: NOWHERE,
        signal: new AbortController().signal,
        fault: noFault,
        now: () => Date.parse('2026-11-20T06:00:00Z'),
        folders: { read: [], write: [] },
        store,
        executor,
        connectors: new Map(),
        onProgress: (step) => void progress.push(step),
        scratch,
        ...overrides,
      };
    },
    session() {
      opening ??= executor.open(
        { reads: [folder], writes: [folder], memoryBytes: 512 * 1024 ** 2, timeoutMs: 15 * 60_000 },
        new AbortController().signal,
      );
      return opening;
    },
    async close() {
      await executor.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
