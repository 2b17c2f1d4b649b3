import type { Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { DATABASE_ROLES } from '../db/roles.ts';
import { openStatements } from '../db/statements.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import type { Lane } from './lanes.ts';
import { createTaker, type RunningByAccount, type TakenJob } from './take-jobs.ts';

/**
 * The queue only wakes workers. The state is in the unit's row, so that a job may be lost or delivered twice.
 * See docs/design/queue-and-units.md.
 */
export type Queue = {
  /** Wakes a worker for a unit, in the caller's transaction: committed with it or not at all. */
  wake(tx: Tx, unit: WokenUnit, afterMs?: number): Promise<void>;
  /** The next job. */
  take(): Promise<QueueJob | null>;
  /** The job is done: its unit is claimed, or could not be. */
  done(job: QueueJob): Promise<void>;
  stop(): Promise<void>;
};

/** Further calls for programs that add or take many jobs at once. */
export type WorkerQueue = Queue & {
  /** Wakes workers for units of any accounts that `addUnits` has added in this transaction, as `wake` does for one. */
  wakeAdded(tx: Tx, units: readonly WokenUnit[]): Promise<void>;
  /**
   * The next jobs, in order. They are gone with that: a unit whose job is lost before its claim is woken by the reconciler.
   * @param running units that the caller runs already, by account: accounts with fewer go first
   * @param lanes takes of these only
   * @param leftOut ids of accounts whose jobs stay
   */
  takeSome(
    max: number,
    running?: RunningByAccount,
    lanes?: readonly Lane[],
    leftOut?: readonly string[],
  ): Promise<readonly QueueJob[]>;
};

export type WokenUnit = UnitRef & {
  readonly purpose: Purpose;
  readonly kind: UnitKind;
  /** yyyy-MM-dd; of many that wait, the newest goes first. */
  readonly reportDate?: string | null;
};

export type QueueJob = TakenJob;

/** Kinds closer to the destination go first: results are delivered while later dates are still being fetched. */
const NEARNESS: Readonly<Record<UnitKind, number>> = { upload: 4_000, flow: 2_000, download: 0 };
const OLDEST_DAYS = 1_000;
/** A job gains on later ones by one point in this time. */
const POINT = 10 * 60_000;
const EPOCH = Date.parse('2026-01-01T00:00:00Z');

/**
 * Nearness before date, within a lane of an account; what has no date is needed by every date. Jobs age: one goes before any
 * of its lane that is added weeks later, and before any of its kind whose date is newer by fewer days than it has waited tens of minutes.
 */
export function priorityOf(unit: Pick<WokenUnit, 'kind' | 'reportDate'>, now: number): number {
  const days =
    unit.reportDate == null ? 0 : Math.floor((now - Date.parse(`${unit.reportDate}T00:00:00Z`)) / 86_400_000);
  const rank = NEARNESS[unit.kind] + OLDEST_DAYS - Math.min(Math.max(days, 0), OLDEST_DAYS);
  return rank - Math.floor((now - EPOCH) / POINT);
}

const CONNECTIONS = 8;

/** Condition on a row of `unit`: no job that is due would wake a worker for it. */
export const HAS_NO_JOB = sql`not exists (select from queue.job j where j.unit_id = unit.id and j.due <= now())`;

async function wake(tx: Tx, mark: QueueOptions['mark'], unit: WokenUnit, afterMs: number): Promise<void> {
  await sql`
    with marked as (${mark(unit)}), added as (
      insert into queue.job (unit_id, account_id, lane, priority, due, ready)
      select ${unit.unitId}, ${unit.accountId},
        case when (select bool_or(interactive) from marked) then 'interactive' else ${unit.purpose} end,
        ${priorityOf(unit, Date.now())}::integer, now() + make_interval(secs => ${Math.max(afterMs, 0) / 1000}), ${afterMs <= 0}
      on conflict (unit_id) do update
        set priority = greatest(job.priority, excluded.priority), due = least(job.due, excluded.due),
          ready = job.ready or excluded.ready, lane = excluded.lane
    )
    select case when ${afterMs <= 0} then pg_notify('switchboard_units', 'wake') end
  `.execute(tx);
}

async function wakeAdded(tx: Tx, units: readonly WokenUnit[]): Promise<void> {
  if (units.length === 0) return;
  const now = Date.now();
  const rows = units.map((unit) => ({
    account: unit.accountId,
    unit: unit.unitId,
    lane: unit.purpose,
    priority: priorityOf(unit, now),
  }));
  await sql`
    with added as (
      insert into queue.job (unit_id, account_id, lane, priority)
      select unit, account, lane, priority
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(account uuid, unit uuid, lane text, priority integer)
    )
    select pg_notify('switchboard_units', 'wake')
  `.execute(tx);
}

export type QueueOptions = {
  readonly url: string;
  readonly onError: (error: Error) => void;
  /** Statement that records of a unit when it was enqueued, and returns whether it is `interactive`. It runs with the one that adds the job. */
  readonly mark: (unit: UnitRef) => RawBuilder<unknown>;
};

/** Opens the queue. Its jobs can always be rebuilt from the units. */
export function openQueue({ mark, url, onError }: QueueOptions): WorkerQueue {
  const statements = openStatements({
    url,
    onError,
    role: DATABASE_ROLES.system,
    connections: CONNECTIONS,
    applicationName: 'switchboard-queue',
    // A job taken twice, because the first time was lost in a crash, finds its unit claimed.
    durable: false,
    // A plan made while the table was empty would scan all of it later.
    byIndex: true,
  });
  const take = createTaker(statements);
  return {
    wake: (tx, unit, afterMs = 0) => wake(tx, mark, unit, afterMs),
    wakeAdded,
    takeSome: (max, running = new Map(), lanes, leftOut) => take(max, running, lanes, leftOut),
    take: async () => (await take(1, new Map()))[0] ?? null,
    done: () => Promise.resolve(),
    stop: () => statements.close(),
  };
}
