import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { holdPeople } from '../../journal/hold-people.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { type CancelRequest, requestUnitCancel } from '../../units/request-unit-cancel.ts';
import { finishUnit } from '../../units/unit.ts';
import { endFlowOfUpload } from './end-flow.ts';
import { setUnitStatus } from './unit-status.ts';

/**
 * Requests the cancel of an upload whose commit has an unknown outcome. The attempt that is committing goes on; any other is
 * replaced by one that only queries the destination. The caller holds the unit's row.
 * @param request its person is the sender of the request, unless it is given
 * @returns false when no commit was begun, and the upload can be ended as it is
 */
export async function requestCancel(
  tx: Tx,
  queue: Queue,
  unit: UnitRef & { readonly purpose: Purpose },
  request: Omit<CancelRequest, 'personId'> & Partial<CancelRequest>,
): Promise<boolean> {
  const { parameters, people } =
    request.personId === undefined
      ? await holdPeople(tx, { person: request.by })
      : { parameters: { person: request.by }, people: { person: request.personId } };
  const { status } = request;
  const requested = await requestUnitCancel(tx, unit, {
    status,
    by: parameters.person,
    personId: people.person ?? null,
  });
  if (requested === 'not_begun') return false;
  if (requested === 'continues') return true;
  await sql`
    update upload set status = 'queued', finished = null
    where account_id = ${unit.accountId} and id = ${unit.unitId} and status = 'failed'
  `.execute(tx);
  await queue.wake(tx, { ...unit, kind: 'upload' });
  return true;
}

/** Ends an upload whose cancel was requested and that is not at its destination. The caller holds the unit's row. */
export async function endCancelled(tx: Tx, unit: UnitRef, { status, by, personId }: CancelRequest): Promise<void> {
  const upload = { ...unit, kind: 'upload' } as const;
  await finishUnit(tx, unit);
  const code = status === 'abandoned' ? 'ABANDONED' : 'CANCELLED';
  await setUnitStatus(tx, upload, status, `${status === 'abandoned' ? 'Abandoned' : 'Cancelled'} by ${by}`);
  const people = personId === null ? {} : { people: { person: personId } };
  await recordUnitEvent(tx, upload, { severity: 'info', code, parameters: { person: by }, ...people });
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
