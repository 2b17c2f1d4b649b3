import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AwsIdentity, CONNECTORS, createEgress } from '@switchboard/connectors';
import {
  createExecutor,
  type EngineContext,
  type Executor,
  type FileStore,
  type FindContext,
  type Progress,
} from '@switchboard/engine';
import type { Fault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { type FailureOptions, recordFailure, recordSuperseded } from '../pipeline/attempts/record-failure.ts';
import { runDownload } from '../pipeline/downloads/run-download.ts';
import { runFlow } from '../pipeline/flows/run-flow.ts';
import { createMailFiles } from '../pipeline/mail-ingest/mail-files.ts';
import { type AttemptEnd, readEnd } from '../pipeline/observation/attempt-end.ts';
import { linkInputs } from '../pipeline/observation/link-inputs.ts';
import { observeAttempt } from '../pipeline/observation/observe-attempt.ts';
import type { PrepareAttempt } from '../pipeline/observation/traced-engine.ts';
import type { Attempt, WorkDeps } from '../pipeline/state/attempt-context.ts';
import { storeProgress } from '../pipeline/state/unit-status.ts';
import { runUpload } from '../pipeline/uploads/run-upload.ts';
import type { ClaimedUnit } from '../units/unit.ts';
import type { WorkerHandlers } from '../units/worker.ts';
import { openScratchFolder } from './scratch-folder.ts';

export type WorkPartsOptions = {
  readonly database: Database;
  readonly store: FileStore;
  /** Absolute folder for attempts' own files. Workers may share it: each has a folder of its own in it. */
  readonly scratchFolder: string;
  /** Absolute folders that `file` sources and destinations may use; an account gets its own folder of its id below. */
  readonly importFolder: string;
  readonly exportFolder: string;
  readonly egressAllow: readonly string[];
  /** Assumes the roles of keys; null: they cannot be used. */
  readonly awsIdentity?: AwsIdentity | null;
  readonly fault: Fault;
  readonly now: () => number;
  readonly databaseProcesses: number;
  /** The maximum that one query may spill to disk, and the largest file that it may write. */
  readonly spillBytes: number;
  /** Fails work rather than leave out a part of the sandbox. */
  readonly sandboxRequired?: boolean;
  /** Runs the queries; jailed processes without it. */
  readonly executor?: Executor;
};

/** The engine's parts for one program: store, database processes, the way out, and a context for each attempt. */
export type WorkParts = {
  readonly store: FileStore;
  readonly executor: Executor;
  /** Absolute folder of this process's working files. */
  readonly scratch: string;
  readonly prepare: PrepareAttempt;
  /** Prepares the resources that a listing of one account's source may use. */
  readonly prepareListing: (accountId: string, signal: AbortSignal) => Promise<FindContext>;
  stop(): Promise<void>;
};

/** How often progress is shown at most, in milliseconds. */
const PROGRESS_INTERVAL = 1_000;

export async function createWorkParts(options: WorkPartsOptions): Promise<WorkParts> {
  const scratchFolder = await openScratchFolder(options.scratchFolder);
  const { store } = options;
  const executor =
    options.executor ??
    createExecutor({
      poolSize: options.databaseProcesses,
      spillBytes: options.spillBytes,
      required: options.sandboxRequired === true,
    });
  const egress = createEgress({
    allowPrivate: options.egressAllow,
    stallTimeoutMs: LIMITS.sourceStallTimeout,
    now: options.now,
  });
  const identity = options.awsIdentity ? { awsIdentity: options.awsIdentity } : {};
  const connectors = new Map(CONNECTORS.map((connector) => [connector.spec.name, connector]));

  const prepare: PrepareAttempt = async (unit, signal) => {
    const scratch = join(scratchFolder.path, `${unit.unitId}-${unit.attempt}`);
    const write = join(options.exportFolder, unit.accountId);
    const read = join(options.importFolder, unit.accountId);
    await Promise.all([scratch, write, read].map((folder) => mkdir(folder, { recursive: true })));
    const progress = showProgress(options.database, unit);
    const engine: EngineContext = {
      egress,
      signal,
      fault: options.fault,
      now: options.now,
      folders: { read: [read], write: [write] },
      ...identity,
      mail: createMailFiles(options.database, store, unit.accountId),
      store,
      executor: boundExecutor(executor, unit),
      connectors,
      onProgress: progress.show,
      scratch,
    };
    return {
      attempt: {
        unit,
        engine,
        storePrefix: (kind) => `acct/${unit.accountId}/${kind}/${unit.unitId}/${unit.attempt}`,
      },
      release: async () => {
        await progress.settled();
        await rm(scratch, { recursive: true, force: true });
      },
    };
  };
  const prepareListing: WorkParts['prepareListing'] = async (accountId, signal) => {
    const read = join(options.importFolder, accountId);
    await mkdir(read, { recursive: true });
    const { fault, now } = options;
    const mail = createMailFiles(options.database, store, accountId);
    return { egress, signal, fault, now, folders: { read: [read], write: [] }, ...identity, mail, connectors };
  };
  return {
    store,
    executor,
    scratch: scratchFolder.path,
    prepare,
    prepareListing,
    async stop() {
      await executor.stop();
      await scratchFolder.remove();
    },
  };
}

/**
 * The executor of a unit: a database process serves one account. Work that is tried again lets work that is tried for the first
 * time go first: it may be what crashes each time.
 */
const boundExecutor = ({ open, stop }: Executor, { accountId, retryCount }: ClaimedUnit): Executor => ({
  open: (job, signal) => open({ ...job, accountId, ...(retryCount > 0 ? { yields: true } : {}) }, signal),
  stop,
});

/** Writes progress into the row that people see, at most once a second; a superseded attempt's is not shown. */
function showProgress(
  database: Database,
  unit: ClaimedUnit,
): { show: (progress: Progress) => void; settled: () => Promise<void> } {
  let latest: Progress = {};
  let writing: Promise<void> = Promise.resolve();
  // Work that ends within the first interval shows no progress.
  let last = performance.now();
  const write = (): Promise<void> =>
    database
      .withAccount(unit.accountId, (tx) => storeProgress(tx, unit, latest))
      // Progress is for the eye only: what fails here shows again in a second, or does not matter.
      .catch(() => {});
  return {
    show(progress) {
      latest = { ...latest, ...progress };
      const now = performance.now();
      if (unit.kind === 'flow' || now - last < PROGRESS_INTERVAL) return;
      last = now;
      writing = write();
    },
    settled: () => writing,
  };
}

export type HandlerOptions = FailureOptions & {
  /** Makes the engine's context for one attempt; `release` removes its scratch folder. */
  readonly prepare: PrepareAttempt;
  readonly log: Logger;
};

/** The work of each kind of unit. */
const WORK = { download: runDownload, flow: runFlow, upload: runUpload } as const;

/** Wires the pipeline to the units that stand for its work. */
export function createUnitHandlers(deps: WorkDeps, options: HandlerOptions): WorkerHandlers<AttemptEnd | null> {
  return {
    async prepare(unit, signal) {
      const { attempt, release } = await options.prepare(unit, signal);
      return { run: () => run(deps, attempt), release };
    },
    onFailed: (unit, error) => recordFailure(deps, options, unit, error),
    onSuperseded: (unit) => recordSuperseded(deps, unit),
    onUnitEnded: readEnd,
    observe: (unit, attempt) =>
      observeAttempt(options.log, unit, async () => {
        // Links are for traces alone: the attempt must run, and end, without them.
        await linkInputs(deps.database, unit).catch(() => {});
        return attempt();
      }),
  };
}

async function run(deps: WorkDeps, attempt: Attempt): Promise<void> {
  await attempt.engine.fault('after-claim');
  await WORK[attempt.unit.kind](deps, attempt);
}
