import type { Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { DATABASE_ROLES } from '../db/roles.ts';
import { openStatements } from '../db/statements.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';

/**
 * The queue only wakes workers. The state is in the unit's row, so that a job may be lost or delivered twice.
 * See docs/design/queue-and-units.md.
 */
export type Queue = {
  /** Wakes a worker for a unit, in the caller's transaction: committed with it or not at all. */
  wake(tx: Tx, unit: WokenUnit, afterMs?: number): Promise<void>;
  /** The next job, production first, of none of these accounts (those that have their share of this worker already). */
  take(saturatedAccounts: readonly string[]): Promise<QueueJob | null>;
  /** The job is done: its unit is claimed, or could not be. */
  done(job: QueueJob): Promise<void>;
  stop(): Promise<void>;
};

/** Further calls for programs that add or take many jobs at once. */
export type WorkerQueue = Queue & {
  /** Wakes workers for units of any accounts that `addUnits` has added in this transaction, as `wake` does for one. */
  wakeAdded(tx: Tx, units: readonly WokenUnit[]): Promise<void>;
  /** The next jobs, in order. They are gone with that: a unit whose job is lost before its claim is woken by the reconciler. */
  takeSome(max: number, saturatedAccounts: readonly string[]): Promise<readonly QueueJob[]>;
};

export type WokenUnit = UnitRef & {
  readonly purpose: Purpose;
  readonly kind: UnitKind;
  /** yyyy-MM-dd; of many that wait, the newest goes first. */
  readonly reportDate?: string | null;
};

export type QueueJob = UnitRef;

const PRIORITY: Readonly<Record<Purpose, number>> = { production: 20_000, backfill: 10_000, proof: 0 };
/** Kinds closer to the destination go first: results are delivered while later dates are still being fetched. */
const NEARNESS: Readonly<Record<UnitKind, number>> = { upload: 4_000, flow: 2_000, download: 0 };
const OLDEST_DAYS = 1_000;
/** Purpose before nearness before date; what has no date is needed by every date. */
export function priorityOf(unit: WokenUnit, now: number): number {
  const days =
    unit.reportDate == null ? 0 : Math.floor((now - Date.parse(`${unit.reportDate}T00:00:00Z`)) / 86_400_000);
  return PRIORITY[unit.purpose] + NEARNESS[unit.kind] + OLDEST_DAYS - Math.min(Math.max(days, 0), OLDEST_DAYS);
}

const CONNECTIONS = 8;

const TAKE = `
  delete from queue.job where unit_id = any (array(
    select unit_id from queue.job where due <= now() and account_id <> all ($1::uuid[])
    order by priority desc, made limit $2 for update skip locked
  )) returning unit_id as "unitId", account_id as "accountId", priority, made`;

type TakenRow = QueueJob & { readonly priority: number; readonly made: number };

/** Condition on a row of `unit`: no job that is due would wake a worker for it. */
export const HAS_NO_JOB = sql`not exists (select from queue.job j where j.unit_id = unit.id and j.due <= now())`;

async function wake(tx: Tx, mark: QueueOptions['mark'], unit: WokenUnit, afterMs: number): Promise<void> {
  await sql`
    with marked as (${mark(unit)}), added as (
      insert into queue.job (unit_id, account_id, priority, due)
      values (${unit.unitId}, ${unit.accountId}, ${priorityOf(unit, Date.now())},
        now() + make_interval(secs => ${Math.max(afterMs, 0) / 1000}))
      on conflict (unit_id) do update
        set priority = greatest(job.priority, excluded.priority), due = least(job.due, excluded.due)
    )
    select case when ${afterMs <= 0} then pg_notify('switchboard_units', 'wake') end
  `.execute(tx);
}

async function wakeAdded(tx: Tx, units: readonly WokenUnit[]): Promise<void> {
  if (units.length === 0) return;
  const now = Date.now();
  const rows = units.map((unit) => ({ account: unit.accountId, unit: unit.unitId, priority: priorityOf(unit, now) }));
  await sql`
    with added as (
      insert into queue.job (unit_id, account_id, priority)
      select unit, account, priority
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(account uuid, unit uuid, priority integer)
    )
    select pg_notify('switchboard_units', 'wake')
  `.execute(tx);
}

export type QueueOptions = {
  readonly url: string;
  readonly onError: (error: Error) => void;
  /** Statement that records of a unit when it was enqueued. It runs with the one that adds the job. */
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
  });
  const takeSome: WorkerQueue['takeSome'] = async (max, saturated) => {
    const rows = await statements.run<TakenRow>(TAKE, [saturated, max]);
    return rows
      .sort((one, other) => other.priority - one.priority || one.made - other.made)
      .map(({ unitId, accountId }) => ({ unitId, accountId }));
  };
  return {
    wake: (tx, unit, afterMs = 0) => wake(tx, mark, unit, afterMs),
    wakeAdded,
    takeSome,
    take: async (saturated) => (await takeSome(1, saturated))[0] ?? null,
    done: () => Promise.resolve(),
    stop: () => statements.close(),
  };
}
