import type { RetryDecision } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import type { Purpose } from '@switchboard/model/status/status';
import type { Block, BlockKind } from '@switchboard/model/status/waiting';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { type Cause, causeNow } from '../observe/cause.ts';
import { currentScope } from '../observe/scope.ts';
import type { Queue } from '../queue/queue.ts';
import type { UnitKinds } from './unit-kinds.ts';

/** A unit under lease. `attempt` fences every write that is made for it. See docs/design/queue-and-units.md. */
export type ClaimedUnit = UnitRef & {
  readonly kind: UnitKind;
  readonly purpose: Purpose;
  /** Whether a person waits for it: a test, or work that a person started again. */
  readonly interactive: boolean;
  readonly attempt: number;
  readonly retryCount: number;
  readonly retryLimit: number;
  /** The request of a person that caused it; null for none. */
  readonly requestId: string | null;
  /** W3C trace parent of what caused it; null when that was not traced. */
  readonly traceParent: string | null;
  /** Seconds between the time when it could have started and its claim. */
  readonly waited: number;
};

/** A unit when an attempt at it fails, as the attempt or the reconciler knows it. */
export type FailingUnit = UnitRef & Pick<ClaimedUnit, 'kind' | 'purpose' | 'retryCount' | 'retryLimit'>;

/** Records that a unit failed, as `decision` says, in the transaction that holds its row. */
export type FailUnit = (tx: Tx, queue: Queue, unit: FailingUnit, decision: RetryDecision) => Promise<unknown>;

const LEASE = sql.raw(`interval '${LIMITS.leaseDuration} milliseconds'`);

/** Takes a lease with a new attempt number; null when another attempt holds it or it is not due. */
export async function claimUnit(tx: Tx, ref: UnitRef, worker: string): Promise<ClaimedUnit | null> {
  const claimed = await sql<{
    kind: UnitKind;
    purpose: Purpose;
    interactive: boolean;
    attempt: number;
    retry_count: number;
    retry_limit: number;
    request_id: string | null;
    trace_parent: string | null;
    waited: number;
  }>`
    update unit
    set attempt = attempt + 1, state = 'running', worker = ${worker}, lease_until = now() + ${LEASE}, next_try = null,
      phase = 'start'
    where account_id = ${ref.accountId} and id = ${ref.unitId}
      and (state = 'ready' or (state = 'waiting' and next_try <= now()))
    returning kind, purpose, interactive, new.attempt, retry_count, retry_limit, request_id, trace_parent,
      extract(epoch from now() - greatest(coalesce(old.enqueued, old.created), old.next_try))::float8 as waited
  `.execute(tx);
  const [row] = claimed.rows;
  if (!row) return null;
  return {
    ...ref,
    kind: row.kind,
    purpose: row.purpose,
    interactive: row.interactive,
    attempt: row.attempt,
    retryCount: row.retry_count,
    retryLimit: row.retry_limit,
    requestId: row.request_id,
    traceParent: row.trace_parent,
    waited: Math.max(row.waited, 0),
  };
}

/** Extends the lease. False when the attempt is no longer the unit's own: its work must stop now. */
export async function renewLease(tx: Tx, unit: ClaimedUnit): Promise<boolean> {
  const renewed = await sql`
    update unit set lease_until = now() + ${LEASE}
    where account_id = ${unit.accountId} and id = ${unit.unitId} and attempt = ${unit.attempt} and state = 'running'
  `.execute(tx);
  return renewed.numAffectedRows === 1n;
}

/**
 * Locks the unit's row for the rest of the transaction if the attempt still holds it.
 * Every write made for a unit comes after this, in the same transaction.
 * @throws PipelineError STALE_ATTEMPT
 */
export async function fenceUnit(tx: Tx, unit: ClaimedUnit): Promise<void> {
  const rows = await sql<{ attempt: number; state: string }>`
    select attempt, state from unit where account_id = ${unit.accountId} and id = ${unit.unitId} for update
  `.execute(tx);
  const [row] = rows.rows;
  if (!row || row.attempt !== unit.attempt || row.state !== 'running') {
    throw new PipelineError('STALE_ATTEMPT', { attempt: unit.attempt, current: row?.attempt ?? 'none' });
  }
}

/** Records the phase of a unit, which the message about a stopped worker names. */
export async function enterPhase(tx: Tx, unit: ClaimedUnit, phase: string): Promise<void> {
  currentScope()?.attempt?.enter(phase);
  await sql`
    update unit set phase = ${phase}, lease_until = now() + ${LEASE}
    where account_id = ${unit.accountId} and id = ${unit.unitId} and attempt = ${unit.attempt} and state = 'running'
  `.execute(tx);
}

/**
 * Marks that an attempt is about to commit its result.
 * @returns false when a cancel was requested
 * @throws PipelineError STALE_ATTEMPT when the attempt lost its lease
 */
export async function beginCommit(tx: Tx, unit: ClaimedUnit): Promise<boolean> {
  const begun = await sql`
    update unit set commit_attempt = attempt
    where account_id = ${unit.accountId} and id = ${unit.unitId} and attempt = ${unit.attempt} and state = 'running'
      and cancel_requested is null
  `.execute(tx);
  if (begun.numAffectedRows === 1n) return true;
  const found = await sql<{ attempt: number; cancel_requested: string | null }>`
    select attempt, cancel_requested from unit where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  const [row] = found.rows;
  if (row?.attempt === unit.attempt && row.cancel_requested !== null) return false;
  throw new PipelineError('STALE_ATTEMPT', { attempt: unit.attempt, current: row?.attempt ?? 'none' });
}

/** Clears an open commit and a requested cancel. */
const SETTLED = sql.raw(
  'commit_attempt = null, cancel_requested = null, cancel_requested_by = null, cancel_requested_person = null',
);

/** The unit will never run again. */
export async function finishUnit(tx: Tx, ref: UnitRef): Promise<void> {
  await sql`
    update unit set state = 'done', lease_until = null, next_try = null, phase = null, ${SETTLED}
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
}

/** The unit has failed permanently. A commit with an unknown outcome stays open. */
export async function failPermanently(tx: Tx, ref: UnitRef): Promise<void> {
  await sql`
    update unit set state = 'done', lease_until = null, next_try = null, phase = null
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
}

/** Gives the lease back until some time later. `counted` waits are retries; the others wait for the other side. */
export async function postponeUnit(tx: Tx, ref: UnitRef, delayMs: number, counted: boolean): Promise<void> {
  await sql`
    update unit
    set state = 'waiting', lease_until = null, next_try = now() + make_interval(secs => ${delayMs / 1000}),
      retry_count = retry_count + ${counted ? 1 : 0}, phase = null
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
}

/** Gives the lease of a running unit back: it may be claimed at once, as if it had not been tried. */
export async function giveBackUnit(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`
    update unit set state = 'ready', lease_until = null, phase = null where account_id = ${accountId} and id = ${unitId}
  `.execute(tx);
}

/** Lowers the retry count to `count` after an attempt that succeeded. */
export async function resetRetryCount(tx: Tx, ref: UnitRef, count: number): Promise<void> {
  await sql`
    update unit set retry_count = least(retry_count, ${count}::int)
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
}

/**
 * Makes a held or finished unit runnable with a fresh count of retries.
 * @param how.interactive whether a person has started it again and waits for it
 */
export async function releaseUnit(
  tx: Tx,
  ref: UnitRef,
  { interactive = false }: { readonly interactive?: boolean } = {},
): Promise<void> {
  const cause = causeNow(null, { account: ref.accountId, unit: ref.unitId });
  await sql`
    update unit set state = 'ready', lease_until = null, next_try = null, retry_count = 0, blocked_kind = null, blocked_by = null,
      interactive = interactive or ${interactive}::boolean,
      cancel_requested = null, cancel_requested_by = null, cancel_requested_person = null, request_id = coalesce(${cause.requestId}, request_id), trace_parent = coalesce(${cause.traceParent}, trace_parent)
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
}

/** Holds a unit that is over until another one releases it. */
export async function holdUnit(tx: Tx, ref: UnitRef): Promise<void> {
  await sql`
    update unit set state = 'held', lease_until = null, next_try = null, retry_count = 0, blocked_kind = null, blocked_by = null, ${SETTLED}
    where account_id = ${ref.accountId} and id = ${ref.unitId} and state = 'done'
  `.execute(tx);
}

/** Ends a unit from outside: a running attempt finds its number superseded and can commit nothing. */
export async function revokeUnit(tx: Tx, ref: UnitRef): Promise<void> {
  await sql`
    update unit set state = 'done', attempt = attempt + 1, lease_until = null, next_try = null, phase = null,
      blocked_kind = null, blocked_by = null, ${SETTLED}
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
  await sql`select pg_notify('switchboard_units', ${`stop ${ref.unitId}`})`.execute(tx);
}

/**
 * Revokes many units, each as `revokeUnit` does, but those that are over or whose cancel is requested.
 * @param ids a query of the ids of the units
 */
export async function revokeUnits(tx: Tx, accountId: string, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    with locked as materialized (
      select id, state from unit
      where account_id = ${accountId} and id = any(array(${ids})) and state <> 'done' and cancel_requested is null
      order by id for update
    ), stopped as (
      update unit set state = 'done', attempt = attempt + 1, lease_until = null, next_try = null, phase = null,
        blocked_kind = null, blocked_by = null
      where account_id = ${accountId} and id = any(array(select id from locked))
    )
    select pg_notify('switchboard_units', 'stop ' || id) from locked where state = 'running'
  `.execute(tx);
}

/** Dependencies for waking units: the queue, and the order of their kinds. */
export type WakeDeps = { readonly queue: Queue; readonly kinds: UnitKinds };

const BATCH = 500;

/**
 * The order in which units that wait for a slot get it: those that a person waits for, then by age, of which production has a
 * lead over backfills, and these over tests. Written as the indexes `unit_key_slot` and `unit_account_slot` are.
 */
export const SLOT_ORDER = sql.raw(`interactive desc, (created - timestamptz '2026-01-01 00:00:00+00')
  + case purpose when 'production' then interval '0' when 'backfill' then interval '12 hours' else interval '24 hours' end`);

/** Holds a unit until what blocks it is fixed. */
export async function blockUnit(tx: Tx, ref: UnitRef, block: Block): Promise<void> {
  await sql`
    update unit set state = 'held', ${blockedBy(block)}, next_try = null, lease_until = null
    where account_id = ${ref.accountId} and id = ${ref.unitId} and state in ('ready', 'waiting')
  `.execute(tx);
}

/** Gives the lease of a running unit back, and holds the unit until what blocks it is fixed. */
export async function blockRunningUnit(tx: Tx, ref: UnitRef, block: Block): Promise<void> {
  await sql`
    update unit set state = 'held', ${blockedBy(block)}, lease_until = null, next_try = null, phase = null
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
}

/** Clears what blocks a unit. The caller changes its state. */
export async function clearBlock(tx: Tx, ref: UnitRef): Promise<void> {
  await sql`
    update unit set ${blockedBy(null)} where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
}

/** Renames the key of units that wait for it or for a slot of it. */
export async function renameBlockingKey(tx: Tx, accountId: string, from: string, to: string): Promise<void> {
  await sql`
    update unit set blocked_by = ${to}
    where account_id = ${accountId} and blocked_kind in ('key', 'key_slot') and blocked_by = ${from}
  `.execute(tx);
}

/**
 * Makes units that something blocked runnable again, the oldest first.
 * @param how.max how many at most; all without it
 * @param how.cause what they are run for from now on, where a person has released them
 * @returns how many
 */
export async function releaseBlocked(
  tx: Tx,
  { queue, kinds }: WakeDeps,
  accountId: string,
  block: Block,
  { max = Number.MAX_SAFE_INTEGER, cause }: { readonly max?: number; readonly cause?: Cause } = {},
): Promise<number> {
  let released = 0;
  while (released < max) {
    const size = Math.min(BATCH, max - released);
    const found = await sql<{ id: string; purpose: Purpose; kind: UnitKind; report_date: string | null }>`
      -- Materialized, since a subquery that locks could be run, and lock others, more than once.
      with picked as materialized (
        select id from unit where account_id = ${accountId} and ${isBlockedBy(block)} and state = 'held'
        order by ${SLOT_ORDER}
        limit ${size} for update skip locked
      )
      update unit set state = 'ready', ${blockedBy(null)}, request_id = coalesce(${cause?.requestId ?? null}, request_id),
        trace_parent = coalesce(${cause?.traceParent ?? null}, trace_parent)
      from picked where unit.account_id = ${accountId} and unit.id = picked.id
      returning unit.id, unit.purpose, unit.kind, ${kinds.reportDate} as report_date
    `.execute(tx);
    for (const row of found.rows)
      await queue.wake(tx, {
        accountId,
        unitId: row.id,
        purpose: row.purpose,
        kind: row.kind,
        reportDate: row.report_date,
      });
    released += found.rows.length;
    if (found.rows.length < size) break;
  }
  return released;
}

/**
 * Makes a unit that waits for a slot ready, or lets it wait for something else. Skips a locked unit, so that this is safe
 * under any locks.
 * @param to what blocks it from now on; null for nothing
 * @returns false when another transaction has locked it, or it no longer waits for that slot
 */
export async function moveWaiting(tx: Tx, ref: UnitRef, from: Block, to: Block | null): Promise<boolean> {
  const moved = await sql`
    with picked as materialized (
      select id from unit
      where account_id = ${ref.accountId} and id = ${ref.unitId} and state = 'held' and ${isBlockedBy(from)}
      for update skip locked
    )
    update unit set state = ${to === null ? 'ready' : 'held'}, ${blockedBy(to)},
      enqueued = ${to === null ? sql`now()` : sql`enqueued`}
    from picked where unit.account_id = ${ref.accountId} and unit.id = picked.id
  `.execute(tx);
  return moved.numAffectedRows === 1n;
}

/** Condition on a unit: this blocks it. `unit` is the alias of its table; none by default. */
export function isBlockedBy({ kind, name }: Block, unit?: string): RawBuilder<boolean> {
  const column = (own: string): RawBuilder<unknown> => sql.ref(unit === undefined ? own : `${unit}.${own}`);
  return name === null
    ? sql`${column('blocked_kind')} = ${kind}`
    : sql`${column('blocked_kind')} = ${kind} and ${column('blocked_by')} = ${name}`;
}

/** Assignments of a unit that this blocks; of one that nothing blocks, without it. */
export function blockedBy(block: Block | null): RawBuilder<unknown> {
  return sql`blocked_kind = ${block?.kind ?? null}, blocked_by = ${block?.name ?? null}`;
}

/** Whether two blocks are the same. */
export function isSameBlock(one: Block, other: Block): boolean {
  return one.kind === other.kind && one.name === other.name;
}

/** The columns of a unit that say what blocks it. */
export type BlockColumns = { readonly blocked_kind: BlockKind; readonly blocked_by: string | null };

/** Reads the block of a unit from its row. */
export function blockOfRow({ blocked_kind: kind, blocked_by: name }: BlockColumns): Block {
  if (kind === 'account' || kind === 'account_slot') return { kind, name: null };
  return { kind, name: name ?? '' };
}
