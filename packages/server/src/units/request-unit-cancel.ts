import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitRef } from '../db/unit-ref.ts';

/** How a person has ended a unit whose commit may have reached its destination: the status it gets, and the person's name. */
export type CancelRequest = {
  readonly status: 'abandoned' | 'cancelled';
  readonly by: string;
  /** Whose name it is; null where only the name is known. */
  readonly personId: string | null;
};

/**
 * The cancel that a person has requested, and whether the present attempt has begun to commit; null for none. Locks the unit, so that
 * an erasure of the person's name waits for what is written of it.
 */
export async function cancelRequestOf(
  tx: Tx,
  ref: UnitRef,
): Promise<(CancelRequest & { readonly begun: boolean }) | null> {
  const found = await sql<{
    status: CancelRequest['status'] | null;
    by: string | null;
    person: string | null;
    begun: boolean | null;
  }>`
    select cancel_requested as status, cancel_requested_by as by, cancel_requested_person as person,
      commit_attempt = attempt as begun
    from unit where account_id = ${ref.accountId} and id = ${ref.unitId} for no key update
  `.execute(tx);
  const { status = null, by = null, person = null, begun = null } = found.rows[0] ?? {};
  return status === null || by === null ? null : { status, by, personId: person, begun: begun === true };
}

/**
 * Records a requested cancel of a unit whose commit has an unknown outcome. An attempt that commits, or queries the
 * destination after an earlier request, goes on; any other is revoked, and the unit is ready. The caller holds the unit's row.
 * @returns not_begun: no commit was begun and nothing is changed; continues: the attempt goes on; ready: the caller
 *   wakes the unit
 */
export async function requestUnitCancel(
  tx: Tx,
  unit: UnitRef,
  { status, by, personId }: CancelRequest,
): Promise<'not_begun' | 'continues' | 'ready'> {
  const found = await sql<{ committing: boolean; running: boolean; requested: boolean }>`
    select commit_attempt = attempt as committing, state = 'running' as running, cancel_requested is not null as requested
    from unit where account_id = ${unit.accountId} and id = ${unit.unitId} and commit_attempt is not null
  `.execute(tx);
  const [row] = found.rows;
  if (!row) return 'not_begun';
  await sql`
    update unit set cancel_requested = ${status}, cancel_requested_by = ${by}, cancel_requested_person = ${personId}
    where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  if (row.running && (row.committing || row.requested)) return 'continues';
  await sql`
    update unit set state = 'ready', attempt = attempt + ${row.running ? 1 : 0}, lease_until = null, next_try = null,
      phase = null, blocked_kind = null, blocked_by = null, retry_count = 0
    where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  if (row.running) await sql`select pg_notify('switchboard_units', ${`stop ${unit.unitId}`})`.execute(tx);
  return 'ready';
}
