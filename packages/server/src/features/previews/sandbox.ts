import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalStore, type EngineContext, type Executor, type FileStore } from '@switchboard/engine';
import { noFault } from '@switchboard/model/faults';
import { type Runner, RunSlots } from './run-slots.ts';

/** Prefix of the keys of what a run stores: below its own folder, which is removed when it ends. */
export const SCRATCH_PREFIX = 'scratch';

/** Dependencies of engine runs without effects. */
export type SandboxOptions = {
  readonly store: FileStore;
  /** Starts the executor; called once, at the first run. */
  readonly startExecutor: () => Executor;
  /** An absolute folder of this process. */
  readonly scratchFolder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Too many runs are in progress. */
export const BUSY = Symbol('busy');

export type RunOptions = { readonly runner: Runner; readonly signal: AbortSignal; readonly limitMs: number };

/** Runs the engine without effects: it reads the store, writes into a folder that is removed afterwards, and reaches no network. */
export type Sandbox = {
  run<Result>(options: RunOptions, work: (engine: EngineContext) => Promise<Result>): Promise<Result | typeof BUSY>;
};

/** Runs at once: of an account, and of all. A database process may use half a gigabyte. */
const SLOTS = { perAccount: 3, all: 5 } as const;

const unreachable = (): Promise<never> => Promise.reject(new Error('A preview reaches no network.'));
const NOWHERE: EngineContext['egress'] = { fetch: unreachable, isListed: () => false, connect: unreachable };

export function createSandbox({ store, startExecutor, scratchFolder, now }: SandboxOptions): Sandbox {
  const slots = new RunSlots(SLOTS);
  let executor: Executor | undefined;
  return {
    async run({ runner, signal, limitMs }, work) {
      signal.throwIfAborted();
      const slot = slots.take(runner, signal, limitMs);
      if (slot === null) return BUSY;
      const scratch = join(scratchFolder, `preview-${randomUUID()}`);
      try {
        await mkdir(scratch, { recursive: true });
        slot.signal.throwIfAborted();
        executor ??= startExecutor();
        const result = await work({
          egress: NOWHERE,
          signal: slot.signal,
          fault: noFault,
          now,
          folders: { read: [], write: [] },
          store: scratchStore(store, join(scratch, 'store')),
          executor,
          connectors: new Map(),
          onProgress: () => undefined,
          scratch,
        });
        slot.signal.throwIfAborted();
        return result;
      } catch (error) {
        // What an aborted run throws depends on where it was.
        throw slot.signal.aborted ? slot.signal.reason : error;
      } finally {
        slot.release();
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}

/** Reads the store, and keeps what is written below `SCRATCH_PREFIX` in a folder. Other keys cannot be written. */
function scratchStore(store: FileStore, folder: string): FileStore {
  const own = createLocalStore(folder);
  const isOwn = (key: string): boolean => key.startsWith(`${SCRATCH_PREFIX}/`);
  const of = (key: string): FileStore => (isOwn(key) ? own : store);
  const written = (key: string): FileStore => {
    if (!isOwn(key)) throw new Error(`A preview cannot write ${key}.`);
    return own;
  };
  return {
    put: async (key, body, signal) => written(key).put(key, body, signal),
    putFile: async (key, path) => written(key).putFile(key, path),
    open: async (key) => of(key).open(key),
    head: async (key) => of(key).head(key),
    list: (prefix) => of(prefix).list(prefix),
    remove: async (key) => written(key).remove(key),
    localPath: async (key, scratch) => of(key).localPath(key, scratch),
    sweep: async () => 0,
  };
}
