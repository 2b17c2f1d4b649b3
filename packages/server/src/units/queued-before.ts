import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { SLOT_ORDER } from './unit.ts';

/** Units before another are counted up to this number. */
export const MAX_BEFORE = 100;

/**
 * How many units of the account go before each of these: in its lane of the queue, or among those that wait for the same slot.
 * Of other accounts' units nothing is counted. Reads at most `MAX_BEFORE` units of each lane and slot.
 * @returns by id, at most MAX_BEFORE; nothing for units that are not queued
 */
export async function queuedBefore(tx: Tx, accountId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const of = [...ids];
  const found = await sql<{ id: string; before: number }>`
    with asked as (
      select unit_id, lane from queue.job where account_id = ${accountId} and unit_id = any(${of}::uuid[]) and ready
    ), blocked as (
      select id, blocked_kind, blocked_by from unit
      where account_id = ${accountId} and id = any(${of}::uuid[]) and state = 'held' and blocked_kind in ('key_slot', 'account_slot')
    )
    select asked.unit_id as id, coalesce(first.before, ${MAX_BEFORE})::int as before
    from asked left join lateral (
      select j.before from (
        select unit_id, row_number() over (order by priority desc, made) - 1 as before from queue.job j
        where j.ready and j.lane = asked.lane and j.account_id = ${accountId} and j.due <= now()
        order by priority desc, made limit ${MAX_BEFORE}
      ) j where j.unit_id = asked.unit_id
    ) first on true
    union all
    select blocked.id, coalesce(first.before, ${MAX_BEFORE})::int
    from blocked left join lateral (
      select w.before from (
        select id, row_number() over (order by ${SLOT_ORDER}) - 1 as before from unit
        where account_id = ${accountId} and state = 'held' and blocked_kind = 'key_slot' and unit.blocked_by = blocked.blocked_by
        order by ${SLOT_ORDER} limit ${MAX_BEFORE}
      ) w where w.id = blocked.id
    ) first on true where blocked.blocked_kind = 'key_slot'
    union all
    select blocked.id, coalesce(first.before, ${MAX_BEFORE})::int
    from blocked left join (
      select id, row_number() over (order by ${SLOT_ORDER}) - 1 as before from unit
      where account_id = ${accountId} and state = 'held' and blocked_kind = 'account_slot'
      order by ${SLOT_ORDER} limit ${MAX_BEFORE}
    ) first on first.id = blocked.id where blocked.blocked_kind = 'account_slot'
  `.execute(tx);
  return new Map(found.rows.map(({ id, before }) => [id, before]));
}
