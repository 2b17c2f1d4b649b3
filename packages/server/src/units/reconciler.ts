import { decideRetry } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Fault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { afterCommit } from '../db/after-commit.ts';
import type { Database, Tx } from '../db/database.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import type { UnitKind } from '../db/unit-ref.ts';
import { METRICS } from '../observe/metrics.ts';
import { HAS_NO_JOB, type Queue } from '../queue/queue.ts';
import { repeat } from '../queue/repeat.ts';
import { releaseFreeSlots } from './release-slots.ts';
import type { FailingUnit, FailUnit } from './unit.ts';
import type { UnitKinds } from './unit-kinds.ts';

export type ReconcilerDeps = {
  readonly database: Database;
  readonly queue: Queue;
  readonly kinds: UnitKinds;
  readonly fault: Fault;
  readonly random: () => number;
  readonly failUnit: FailUnit;
  readonly onError: (error: unknown) => void;
};

type Stale = {
  account_id: string;
  id: string;
  kind: UnitKind;
  purpose: Purpose;
  retry_count: number;
  retry_limit: number;
  phase: string | null;
};

const BATCH = 200;
/** A unit without a job for this long has lost it; before that, a worker may be claiming it. */
const LOST_JOB = sql.raw(`interval '60 seconds'`);

/**
 * Restores lost work: leases whose worker died, retries whose wake-up was lost, ready units without a job.
 * Any number of programs may run it at once; each row is handled by one of them.
 * @param reaps false to leave leases that are over to their workers
 */
export async function reconcile(deps: ReconcilerDeps, { reaps = true } = {}): Promise<number> {
  const stale = reaps ? await expiredLeases(deps) : [];
  for (const row of stale) await deps.database.withAccount(row.account_id, (tx) => reap(deps, tx, row));
  return stale.length + (await wakeLost(deps)) + (await releaseFreeSlots(deps)) + (await releaseUnblocked(deps));
}

async function expiredLeases(deps: ReconcilerDeps): Promise<readonly Stale[]> {
  return deps.database.withSystem(async (tx) => {
    const found = await sql<Stale>`
      select account_id, id, kind, purpose, retry_count, retry_limit, phase from unit
      where state = 'running' and lease_until < now() order by lease_until limit ${BATCH}
    `.execute(tx);
    return found.rows;
  });
}

async function reap(deps: ReconcilerDeps, tx: Tx, row: Stale): Promise<void> {
  const locked = await sql`
    select 1 from unit where account_id = ${row.account_id} and id = ${row.id} and state = 'running' and lease_until < now()
    for update skip locked
  `.execute(tx);
  if (locked.rows.length === 0) return;
  const unit: FailingUnit = {
    accountId: row.account_id,
    unitId: row.id,
    kind: row.kind,
    purpose: row.purpose,
    retryCount: row.retry_count,
    retryLimit: row.retry_limit,
  };
  const error = new PipelineError('WORKER_STOPPED', { phase: row.phase ?? 'start' });
  const decision = decideRetry(error, unit.retryCount, unit.retryLimit, {
    random: deps.random,
    reference: () => unit.unitId,
  });
  afterCommit(tx, () => METRICS.leasesLost.inc({ kind: unit.kind, how: 'expired' }));
  // A unit whose worker died restarts at once. When workers keep dying with it, it waits for its backoff, so that the units
  // beside it can finish first.
  const atOnce = decision.retry && !(await hasLostWorker(tx, unit));
  await deps.failUnit(tx, deps.queue, unit, atOnce ? { ...decision, delayMs: 0 } : decision);
  await deps.fault('mid-reconcile');
}

/** Whether a worker has died with this unit before, since a person last started it. */
async function hasLostWorker(tx: Tx, unit: FailingUnit): Promise<boolean> {
  if (unit.retryCount === 0) return false;
  const found = await sql`
    select 1 from event
    where account_id = ${unit.accountId} and ${sql.ref(`${unit.kind}_id`)} = ${unit.unitId} and code = 'WORKER_STOPPED'
    limit 1
  `.execute(tx);
  return found.rows.length > 0;
}

type Freed = { account_id: string; id: string; purpose: Purpose; kind: UnitKind; report_date: string | null };

const wake = (deps: ReconcilerDeps, tx: Tx, row: Freed): Promise<void> =>
  deps.queue.wake(tx, {
    accountId: row.account_id,
    unitId: row.id,
    purpose: row.purpose,
    kind: row.kind,
    reportDate: row.report_date,
  });

/** Wakes units whose job was lost. Units that merely wait behind others still have a job. */
async function wakeLost(deps: ReconcilerDeps): Promise<number> {
  return deps.database.withSystem(async (tx) => {
    const found = await sql<Freed>`
      select account_id, id, purpose, kind, ${deps.kinds.reportDate} as report_date from unit
      where ((state = 'waiting' and next_try < now() - interval '2 seconds' and coalesce(enqueued, created) < now() - ${LOST_JOB})
        or (state = 'waiting' and next_try < now() - interval '2 seconds' and enqueued < next_try - ${LOST_JOB})
        or (state = 'ready' and coalesce(enqueued, created) < now() - ${LOST_JOB}))
        and ${HAS_NO_JOB}
      order by created limit ${BATCH}
      for update skip locked
    `.execute(tx);
    for (const row of found.rows) await wake(deps, tx, row);
    return found.rows.length;
  });
}

/**
 * Releases units that nothing blocks any longer: their declaration or key was fixed while they were being blocked, their
 * script names another key by now, or their account is active again. Claiming them decides again.
 */
async function releaseUnblocked(deps: ReconcilerDeps): Promise<number> {
  const { joins, status, keyName, keyStatus } = deps.kinds.declaration;
  return deps.database.withSystem(async (tx) => {
    const found = await sql<Freed>`
      with unblocked as materialized (
        select unit.account_id, unit.id from unit ${joins}
        where unit.state = 'held' and unit.blocked_kind is not null
          and ((unit.blocked_kind = 'account' and exists (select from account a where a.id = unit.account_id and a.status = 'active'))
            or (unit.blocked_kind = 'freeze' and not exists (
              select from report_freeze z where z.account_id = unit.account_id and z.id::text = unit.blocked_by))
            or (unit.blocked_kind in ('key', 'source', 'upload')
              and not (coalesce(${status}, 'active') in ('suspended', 'paused') and unit.purpose = 'production')
              and (${keyName} is null or unit.purpose = 'proof' or ${keyStatus} = 'active')))
        limit ${BATCH} for update of unit skip locked
      )
      update unit set state = 'ready', blocked_kind = null, blocked_by = null from unblocked
      where unit.account_id = unblocked.account_id and unit.id = unblocked.id
      returning unit.account_id, unit.id, unit.purpose, unit.kind, ${deps.kinds.reportDate} as report_date
    `.execute(tx);
    for (const row of found.rows) await wake(deps, tx, row);
    return found.rows.length;
  });
}

/** Ends the leases of a program that is known to be dead, so that its work starts again without waiting them out. */
export async function expireLeases(database: Database, workers: string): Promise<void> {
  await database.withSystem((tx) =>
    sql`update unit set lease_until = now() - interval '1 second' where state = 'running' and starts_with(worker, ${workers})`.execute(
      tx,
    ),
  );
}

export function startReconciler(deps: ReconcilerDeps): { stop(): Promise<void> } {
  // While the database was away no worker could renew its leases. The workers come first.
  let wasAway = false;
  const round = async (): Promise<void> => {
    const reaps = !wasAway;
    try {
      await reconcile(deps, { reaps });
      wasAway = false;
    } catch (error) {
      wasAway ||= isDatabaseAway(error);
      throw error;
    }
  };
  return repeat(LIMITS.reconcileInterval, round, deps.onError);
}
