import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectorByName, createEgress, type KeyProperties } from '@switchboard/connectors';
import { createExecutor, createLocalStore, type Executor, type FileStore } from '@switchboard/engine';
import { noFault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import type { Plan } from '@switchboard/model/plan';
import type { RowCounts } from './judge-assertions.ts';
import { openKeptRows } from './kept-rows.ts';
import type { Needed } from './needed.ts';
import type { DownloadOutcome, PipelineParts, Step } from './pipeline-parts.ts';

export type LocalSetup = {
  readonly plan: Plan;
  readonly keys: ReadonlyMap<string, KeyProperties>;
  /** Absolute folders that `file` sources may read, and the one that `file` uploads write into. */
  readonly readFolders: readonly string[];
  readonly writeFolder: string;
  /** The folder of the rows that tables keep; null: they are kept until the engine is closed. */
  readonly stateFolder: string | null;
  readonly allowHosts: readonly string[];
  readonly signal: AbortSignal;
  /** Jailed processes by default. */
  readonly startExecutor?: (() => Executor) | undefined;
  /** Milliseconds before the first retry; `FIRST_RETRY_DELAY` without. */
  readonly firstRetryDelay?: number | undefined;
  readonly report: (step: Step) => void;
};

export type LocalEngine = {
  readonly store: FileStore;
  /** Creates the parts of a pipeline for one report date. */
  readonly partsFor: (reportDate: string, needed: Needed) => PipelineParts;
};

/** Milliseconds before the first retry: a person is waiting. */
const FIRST_RETRY_DELAY = 500;
const MAX_MEMORY = 4 * 1024 ** 3;

/** Does work with an engine of its own below a temporary folder, which is removed at the end. */
export async function withLocalEngine<T>(setup: LocalSetup, work: (engine: LocalEngine) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-run-'));
  const executor = (setup.startExecutor ?? (() => createExecutor({ poolSize: 1 })))();
  try {
    return await work(openEngine(setup, folder, executor));
  } finally {
    await executor.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function openEngine(setup: LocalSetup, folder: string, executor: Executor): LocalEngine {
  const { plan, signal, report } = setup;
  const now = (): number => Date.now();
  const store = createLocalStore(join(folder, 'store'));
  const keptRows = openKeptRows(setup.stateFolder ?? join(folder, 'kept'), store);
  const undated = new Map<string, DownloadOutcome>();
  const rowCounts: RowCounts = new Map();
  let fence = 0;
  const shared = {
    plan,
    signal,
    report,
    now,
    undated,
    rowCounts,
    keptRows,
    memoryBytes: Math.min(MAX_MEMORY, Math.floor(totalmem() / 2)),
    keyOf: (name: string) => setup.keys.get(name) ?? null,
    randomness: {
      random: Math.random,
      reference: () => randomBytes(4).toString('hex'),
      base: setup.firstRetryDelay ?? FIRST_RETRY_DELAY,
    },
    wait: (milliseconds: number): Promise<void> =>
      sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      }),
    withContext: contextMaker(setup, folder, store, executor, now),
  };
  return {
    store,
    partsFor: (reportDate, { sources, uploads }) => {
      fence = Math.max(now(), fence + 1);
      return { ...shared, sources, uploads, reportDate, prefix: reportDate, fence };
    },
  };
}

function contextMaker(
  setup: LocalSetup,
  folder: string,
  store: FileStore,
  executor: Executor,
  now: () => number,
): PipelineParts['withContext'] {
  const { signal } = setup;
  const egress = createEgress({ allowPrivate: setup.allowHosts, stallTimeoutMs: LIMITS.sourceStallTimeout, now });
  const connectors = connectorByName();
  const folders = { read: setup.readFolders, write: [setup.writeFolder] };
  let scratches = 0;
  return async (onProgress, work) => {
    scratches += 1;
    const scratch = join(folder, 'scratch', String(scratches));
    await mkdir(scratch, { recursive: true });
    const context = { egress, signal, fault: noFault, now, folders, store, executor, connectors, onProgress, scratch };
    try {
      return await work(context);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  };
}
