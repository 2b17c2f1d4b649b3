import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectorByName, createEgress, type KeyProperties } from '@switchboard/connectors';
import { createExecutor, createLocalStore, type FileStore } from '@switchboard/engine';
import { LIMITS, noFault, type Plan } from '@switchboard/model';
import type { Needed } from './needed.ts';
import type { PipelineParts, Step } from './pipeline-parts.ts';
import { type DirtyRow, readDirtyRows } from './read-dirty-rows.ts';
import { type PipelineOutcome, runPipeline } from './run-pipeline.ts';
import type { DirtySamples } from './show-summary.ts';

export type LocalRun = Needed & {
  readonly plan: Plan;
  readonly reportDate: string;
  readonly keys: ReadonlyMap<string, KeyProperties>;
  /** Absolute folders that `file` sources may read, and the one that `file` uploads write into. */
  readonly readFolders: readonly string[];
  readonly writeFolder: string;
  readonly allowHosts: readonly string[];
  readonly signal: AbortSignal;
  readonly report: (step: Step) => void;
};

const DIRTY_ROWS_SHOWN = 10;
/** Milliseconds before the first retry: a person is waiting. */
const FIRST_RETRY_DELAY = 500;
const MAX_MEMORY = 4 * 1024 ** 3;

/** Runs a pipeline on parts of its own below a temporary folder, which goes when it ends. Throws only the signal's reason. */
export async function runLocally(
  run: LocalRun,
): Promise<{ readonly outcome: PipelineOutcome; readonly samples: DirtySamples }> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-run-'));
  const executor = createExecutor({ poolSize: 1 });
  try {
    const store = createLocalStore(join(folder, 'store'));
    const outcome = await runPipeline(partsOf(run, { folder, store, executor }));
    return { outcome, samples: await dirtySamples(store, outcome) };
  } finally {
    await executor.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Place = {
  readonly folder: string;
  readonly store: FileStore;
  readonly executor: ReturnType<typeof createExecutor>;
};

function partsOf(run: LocalRun, { folder, store, executor }: Place): PipelineParts {
  const { plan, sources, uploads, reportDate, signal, report } = run;
  const now = (): number => Date.now();
  const egress = createEgress({ allowPrivate: run.allowHosts, stallTimeoutMs: LIMITS.sourceStallTimeout, now });
  const connectors = connectorByName();
  let scratches = 0;
  return {
    plan,
    sources,
    uploads,
    reportDate,
    signal,
    report,
    now,
    fence: now(),
    memoryBytes: Math.min(MAX_MEMORY, Math.floor(totalmem() / 2)),
    keyOf: (name) => run.keys.get(name) ?? null,
    randomness: { random: Math.random, reference: () => randomBytes(4).toString('hex'), base: FIRST_RETRY_DELAY },
    wait: (milliseconds) =>
      sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      }),
    async withContext(onProgress, work) {
      scratches += 1;
      const scratch = join(folder, 'scratch', String(scratches));
      await mkdir(scratch, { recursive: true });
      const folders = { read: run.readFolders, write: [run.writeFolder] };
      try {
        return await work({
          egress,
          signal,
          fault: noFault,
          now,
          folders,
          store,
          executor,
          connectors,
          onProgress,
          scratch,
        });
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}

/** The first dirty rows of every table that has some. */
async function dirtySamples(store: FileStore, { downloads }: PipelineOutcome): Promise<DirtySamples> {
  const samples = new Map<string, readonly DirtyRow[]>();
  for (const { name, answer } of downloads.flatMap((download) => download.tables)) {
    if (answer.dirtyKey !== null) samples.set(name, await readDirtyRows(store, answer.dirtyKey, DIRTY_ROWS_SHOWN));
  }
  return samples;
}
