import type { Purpose } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import type { Queue } from '../../queue/queue.ts';
import { finishUnit } from '../../units/unit.ts';
import { describeUnit, recordEvent, setUnitStatus } from '../attempts/unit-status.ts';
import { endFlowOfUpload } from '../flows/end-flow.ts';

/** How a person has ended an upload that may be at its destination already: the status it gets, and the person's name. */
type CancelRequest = { readonly status: 'abandoned' | 'cancelled'; readonly by: string };

/** The cancel that a person has requested, and whether the present attempt has begun to commit; null for none. */
export async function cancelRequestOf(
  tx: Tx,
  ref: UnitRef,
): Promise<(CancelRequest & { readonly begun: boolean }) | null> {
  const found = await sql<{ status: CancelRequest['status'] | null; by: string | null; begun: boolean | null }>`
    select cancel_requested as status, cancel_requested_by as by, commit_attempt = attempt as begun from unit
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
  const { status = null, by = null, begun = null } = found.rows[0] ?? {};
  return status === null || by === null ? null : { status, by, begun: begun === true };
}

/**
 * Requests the cancel of an upload whose commit has an unknown outcome. The attempt that is committing goes on; any other is
 * replaced by one that only queries the destination. The caller holds the unit's row.
 * @returns false when no commit was begun, and the upload can be ended as it is
 */
export async function requestCancel(
  tx: Tx,
  queue: Queue,
  unit: UnitRef & { readonly purpose: Purpose },
  { status, by }: CancelRequest,
): Promise<boolean> {
  const found = await sql<{ committing: boolean; running: boolean; requested: boolean }>`
    select commit_attempt = attempt as committing, state = 'running' as running, cancel_requested is not null as requested
    from unit where account_id = ${unit.accountId} and id = ${unit.unitId} and commit_attempt is not null
  `.execute(tx);
  const [row] = found.rows;
  if (!row) return false;
  await sql`
    update unit set cancel_requested = ${status}, cancel_requested_by = ${by}
    where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  // The running attempt is committing, or is querying the destination already.
  if (row.running && (row.committing || row.requested)) return true;
  await sql`
    update unit set state = 'ready', attempt = attempt + ${row.running ? 1 : 0}, lease_until = null, next_try = null,
      phase = null, blocked_kind = null, blocked_by = null, retry_count = 0
    where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  await sql`
    update upload set status = 'queued', finished = null
    where account_id = ${unit.accountId} and id = ${unit.unitId} and status = 'failed'
  `.execute(tx);
  if (row.running) await sql`select pg_notify('switchboard_units', ${`stop ${unit.unitId}`})`.execute(tx);
  await queue.wake(tx, { ...unit, kind: 'upload' });
  return true;
}

/** Ends an upload whose cancel was requested and that is not at its destination. The caller holds the unit's row. */
export async function endCancelled(tx: Tx, unit: UnitRef, { status, by }: CancelRequest): Promise<void> {
  const upload = { ...unit, kind: 'upload' } as const;
  await finishUnit(tx, unit);
  const code = status === 'abandoned' ? 'ABANDONED' : 'CANCELLED';
  await setUnitStatus(tx, upload, status, `${status === 'abandoned' ? 'Abandoned' : 'Cancelled'} by ${by}`);
  await recordEvent(tx, { ...(await describeUnit(tx, upload)), severity: 'info', code, parameters: { person: by } });
  await endFlowOfUpload(tx, unit);
}

/** How the cancel of an upload came out. `undecided`: the destination has not answered yet. */
export async function cancelOutcome(tx: Tx, ref: UnitRef): Promise<'ok' | 'finished' | 'undecided'> {
  const found = await sql<{ status: string }>`
    select status from upload where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
  const status = found.rows[0]?.status;
  if (status === 'completed') return 'finished';
  return status === 'abandoned' || status === 'cancelled' ? 'ok' : 'undecided';
}
