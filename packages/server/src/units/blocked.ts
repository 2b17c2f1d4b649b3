import type { Block, Purpose } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import type { Cause } from '../observe/cause.ts';
import type { Queue } from '../queue/queue.ts';
import { blockedBy, isBlockedBy } from './blocked-by.ts';

const BATCH = 500;

/** In which order those that wait for a turn get it. */
export const IN_TURN = sql`case purpose when 'production' then 0 when 'backfill' then 1 else 2 end, created`;

/** Holds a unit until what blocks it is fixed. */
export async function blockUnit(tx: Tx, ref: UnitRef, block: Block): Promise<void> {
  await sql`
    update unit set state = 'held', ${blockedBy(block)}, next_try = null, lease_until = null
    where account_id = ${ref.accountId} and id = ${ref.unitId} and state in ('ready', 'waiting')
  `.execute(tx);
}

/**
 * Makes units that something blocked runnable again, the oldest first.
 * @param how.most how many at most; all without it
 * @param how.cause what they are run for from now on, where a person has released them
 * @returns how many
 */
export async function releaseBlocked(
  tx: Tx,
  queue: Queue,
  accountId: string,
  block: Block,
  { most = Number.MAX_SAFE_INTEGER, cause }: { readonly most?: number; readonly cause?: Cause } = {},
): Promise<number> {
  let released = 0;
  while (released < most) {
    const size = Math.min(BATCH, most - released);
    const found = await sql<{ id: string; purpose: Purpose; kind: UnitKind; report_date: string | null }>`
      -- Materialized, since a subquery that locks could be run, and lock others, more than once.
      with picked as materialized (
        select id from unit where account_id = ${accountId} and ${isBlockedBy(block)} and state = 'held'
        order by ${IN_TURN}
        limit ${size} for update skip locked
      )
      update unit set state = 'ready', ${blockedBy(null)}, request_id = coalesce(${cause?.requestId ?? null}, request_id),
        trace_parent = coalesce(${cause?.traceParent ?? null}, trace_parent)
      from picked where unit.account_id = ${accountId} and unit.id = picked.id
      returning unit.id, unit.purpose, unit.kind, (
        select report_date::text from download d where d.account_id = unit.account_id and d.id = unit.id
      ) as report_date
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
 * Lets a unit that waits for a turn go on, or wait for something else. Whoever else has it in hand is not waited for, so that
 * this may be done under any locks.
 * @param to what it waits for from now on; null when nothing is in its way
 * @returns false when somebody else has it in hand, or it does not wait for that turn any more
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
