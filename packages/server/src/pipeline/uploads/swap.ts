import { PipelineError, type Purpose } from '@switchboard/model';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import type { Queue } from '../../queue/queue.ts';
import { type ClaimedUnit, finishUnit } from '../../units/unit.ts';
import { describeUnit, recordEvent, setUnitStatus } from '../attempts/unit-status.ts';
import { endFlowOfUpload } from '../flows/end-flow.ts';

/** How a person has ended an upload that may be at its destination already. */
type CalledOff = { readonly status: 'abandoned' | 'cancelled'; readonly by: string };

/**
 * Marks that an attempt is about to show its result: who ends the upload from now on has to wait for what becomes of it.
 * In a transaction of its own, which takes turns with theirs.
 * @throws PipelineError DELIVERY_CANCELLED, STALE_ATTEMPT when this attempt may not
 */
export async function beginSwap(database: Database, unit: ClaimedUnit, upload: UploadName): Promise<void> {
  await database.withAccount(unit.accountId, async (tx) => {
    const begun = await sql`
      update unit set swap_attempt = attempt
      where account_id = ${unit.accountId} and id = ${unit.unitId} and attempt = ${unit.attempt} and state = 'running'
        and called_off is null
    `.execute(tx);
    if (begun.numAffectedRows === 1n) return;
    const found = await sql<{ attempt: number; called_off: string | null }>`
      select attempt, called_off from unit where account_id = ${unit.accountId} and id = ${unit.unitId}
    `.execute(tx);
    const [row] = found.rows;
    if (row?.attempt === unit.attempt && row.called_off !== null)
      throw new PipelineError('DELIVERY_CANCELLED', { name: upload.name, date: upload.report_date ?? 'all dates' });
    throw new PipelineError('STALE_ATTEMPT', { attempt: unit.attempt, current: row?.attempt ?? 'none' });
  });
}

type UploadName = { readonly name: string; readonly report_date: string | null };

/** How a person has ended the upload meanwhile, and whether its present attempt began to show it; null when nobody has. */
export async function calledOffOf(tx: Tx, ref: UnitRef): Promise<(CalledOff & { readonly begun: boolean }) | null> {
  const found = await sql<{ status: CalledOff['status'] | null; by: string | null; begun: boolean | null }>`
    select called_off as status, called_off_by as by, swap_attempt = attempt as begun from unit
    where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
  const { status = null, by = null, begun = null } = found.rows[0] ?? {};
  return status === null || by === null ? null : { status, by, begun: begun === true };
}

/**
 * Calls off an upload of which nobody knows whether its destination has it. The attempt that is just showing it goes on;
 * any other is replaced by one that only looks. The caller holds the unit's row.
 * @returns false when there is nothing to find out, and the upload can be ended as it is
 */
export async function callOff(
  tx: Tx,
  queue: Queue,
  unit: UnitRef & { readonly purpose: Purpose },
  { status, by }: CalledOff,
): Promise<boolean> {
  const found = await sql<{ swapping: boolean; running: boolean; called: boolean }>`
    select swap_attempt = attempt as swapping, state = 'running' as running, called_off is not null as called from unit
    where account_id = ${unit.accountId} and id = ${unit.unitId} and swap_attempt is not null
  `.execute(tx);
  const [row] = found.rows;
  if (!row) return false;
  await sql`
    update unit set called_off = ${status}, called_off_by = ${by}
    where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  // It is being shown, or looked for, right now.
  if (row.running && (row.swapping || row.called)) return true;
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

/** Ends an upload that was called off and has turned out not to be at its destination. The caller holds the unit's row. */
export async function endCalledOff(tx: Tx, unit: UnitRef, { status, by }: CalledOff): Promise<void> {
  const upload = { ...unit, kind: 'upload' } as const;
  await finishUnit(tx, unit);
  const code = status === 'abandoned' ? 'ABANDONED' : 'CANCELLED';
  await setUnitStatus(tx, upload, status, `${status === 'abandoned' ? 'Abandoned' : 'Cancelled'} by ${by}`);
  await recordEvent(tx, { ...(await describeUnit(tx, upload)), severity: 'info', code, parameters: { person: by } });
  await endFlowOfUpload(tx, unit);
}

/** What has become of an upload that was called off. */
export async function outcomeOf(tx: Tx, ref: UnitRef): Promise<'ok' | 'finished' | 'undecided'> {
  const found = await sql<{ status: string }>`
    select status from upload where account_id = ${ref.accountId} and id = ${ref.unitId}
  `.execute(tx);
  const status = found.rows[0]?.status;
  if (status === 'completed') return 'finished';
  return status === 'abandoned' || status === 'cancelled' ? 'ok' : 'undecided';
}
