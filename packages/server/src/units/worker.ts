import type { Fault } from '@switchboard/model/faults';
import type { Database, Tx } from '../db/database.ts';
import type { Signals } from '../db/signals.ts';
import type { Lane } from '../queue/lanes.ts';
import type { QueueJob, WorkerQueue } from '../queue/queue.ts';
import type { Intake } from './parts/drain.ts';
import type { PartWatch } from './parts/watch-parts.ts';
import { Revoked, runUnit, ShuttingDown, type UnitHandlers } from './run-unit.ts';
import { releaseSlots, type TakenUnit, takeUnit } from './take-unit.ts';
import type { ClaimedUnit } from './unit.ts';
import type { UnitKinds } from './unit-kinds.ts';

/** Handlers of claimed units, besides leasing. `End` describes the unit after an attempt. */
export type WorkerHandlers<End> = UnitHandlers & {
  /** Reads how the unit stands, in the transaction that frees its concurrency slot. */
  readonly onUnitEnded: (tx: Tx, unit: ClaimedUnit) => Promise<End>;
  /** Runs the attempt inside spans, metrics and log lines. */
  readonly observe: (unit: ClaimedUnit, attempt: () => Promise<End>) => Promise<void>;
};

export type WorkerDeps<End> = {
  readonly database: Database;
  readonly queue: WorkerQueue;
  readonly kinds: UnitKinds;
  readonly fault: Fault;
  /** Identifies this process in its leases: data folder or host, then boot. */
  readonly worker: string;
  readonly concurrency: number;
  /** Places beside these for units that a person waits for. */
  readonly reserved: number;
  readonly signals: Signals;
  /** The parts of the installation: while one fails, nothing is taken. Without them, none does. */
  readonly parts?: Pick<PartWatch, 'failures'>;
  /** Limits of the work that is taken; none without. */
  readonly intake?: () => Intake;
  readonly handlers: WorkerHandlers<End>;
  readonly onError: (error: unknown) => void;
  /** Milliseconds that running attempts get to finish when the program stops, before their units are given back; 5 s without. */
  readonly drainMs?: number;
};

/** How many units that a person waits for run beside the others of a worker. */
export const reservedPlaces = (concurrency: number): number => Math.max(1, Math.floor(concurrency / 4));

const IDLE_POLL = 500;
const DRAIN = 5_000;

type Running = {
  readonly accountId: string;
  readonly unitId: string;
  readonly interactive: boolean;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
};

/**
 * Takes jobs while there is room, runs their units, and stops those that are revoked. `busy`: how many units run or are being taken.
 * @param idlePoll milliseconds until an idle worker polls the queue without a signal, as for retries that have come due
 */
export function startWorker<End>(
  deps: WorkerDeps<End>,
  idlePoll = IDLE_POLL,
): { readonly busy: () => number; stop(): Promise<void> } {
  // By attempt: a unit may be claimed again before its earlier attempt has released its slots.
  const running = new Set<Running>();
  let stopping = false;
  /** Units that may be taken at this moment. */
  let taking = 0;
  let wake = (): void => {};
  const stopListening = deps.signals.listen((signal) => {
    if (signal.startsWith('stop ')) {
      for (const { unitId, abort } of running) if (unitId === signal.slice(5)) abort.abort(new Revoked());
    }
    wake();
  });

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, idlePoll);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** How many jobs may be taken now: of any lane, else of those that a person waits for. */
  const room = (): { readonly places: number; readonly lanes?: readonly Lane[] } => {
    const left = deps.concurrency + deps.reserved - running.size;
    const others = [...running].filter(({ interactive }) => !interactive).length;
    const places = Math.min(deps.concurrency - others, left);
    return places > 0 ? { places } : { places: left, lanes: ['interactive'] };
  };

  const countByAccount = (): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const { accountId } of running) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return counts;
  };

  const start = (unit: TakenUnit): void => {
    const abort = new AbortController();
    const attempt = async (): Promise<End> => {
      await runUnit({ ...deps, isStopping: () => stopping }, deps.handlers, unit, abort);
      await deps.fault('after-commit');
      return deps.database.withAccount(unit.accountId, async (tx) => {
        await releaseSlots(tx, deps, unit);
        return deps.handlers.onUnitEnded(tx, unit);
      });
    };
    const ended = deps.handlers
      .observe(unit, attempt)
      .catch(deps.onError)
      .then(() => {
        running.delete(own);
        wake();
      });
    const own = { accountId: unit.accountId, unitId: unit.unitId, interactive: unit.interactive, abort, ended };
    running.add(own);
  };

  const claim = async (job: QueueJob): Promise<void> => {
    await deps.fault('before-claim');
    const unit = await deps.database.withAccount(job.accountId, (tx) => takeUnit(tx, deps.kinds, job, deps.worker));
    if (unit) await deps.fault('after-take');
    await deps.queue.done(job);
    if (unit) start(unit);
  };

  const takeSome = async (): Promise<boolean> => {
    if ((deps.parts?.failures() ?? []).length > 0 || deps.intake?.().isDrained === true) return false;
    const { places, lanes } = room();
    taking = places;
    try {
      const jobs =
        places > 0 ? await deps.queue.takeSome(places, countByAccount(), lanes, deps.intake?.().leftOut) : [];
      taking = jobs.length;
      await Promise.all(jobs.map((job) => claim(job).catch(deps.onError)));
      return jobs.length > 0;
    } finally {
      taking = 0;
    }
  };

  const failed = (error: unknown): boolean => {
    deps.onError(error);
    return false;
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      const idle = pause();
      const took = await takeSome().catch(failed);
      if (took) wake();
      await idle;
    }
  };
  const looping = loop();

  return {
    busy: () => running.size + taking,
    async stop() {
      stopping = true;
      wake();
      await looping;
      const drained = Promise.all([...running].map((unit) => unit.ended));
      const timer = setTimeout(() => {
        for (const unit of running) unit.abort.abort(new ShuttingDown());
      }, deps.drainMs ?? DRAIN);
      await drained;
      clearTimeout(timer);
      await stopListening();
    },
  };
}
