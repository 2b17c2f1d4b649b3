import type { DirtyRowStatus, Purpose } from '@switchboard/model/status/status';
import { DOWNLOAD_ABORTABLE, UPLOAD_ABORTABLE } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { revokeUnit } from '../../units/unit.ts';
import { reviveFlowsOf, settleFlowsOf } from '../flows/settle-flow.ts';
import { endFlowIfDelivered } from '../state/end-flow.ts';
import { requestCancel } from '../state/request-cancel.ts';
import { isReplaced, restartTransfer, takeRunningScript, takeRunningScriptOfFlow } from '../state/start-again.ts';
import { setUnitStatus } from '../state/unit-status.ts';
import { isCancelled } from './is-cancelled.ts';
import { retryProcessing } from './retry-flow.ts';

/**
 * Result of abandoning or retrying a transfer. `not_found`: also of another account. `finished`: the one to abandon has ended, or
 * the one to retry has not failed. `undecided`: its destination may have it and is being queried. `inputs`: what it is made from
 * has failed. `replaced`: a later version of its report date exists or is in progress.
 */
export type TransferOutcome = 'ok' | 'not_found' | 'finished' | 'undecided' | 'inputs' | 'replaced';

type Transfer = { readonly accountId: string; readonly unitId: string; readonly kind: 'download' | 'upload' };

type LockedRow = {
  readonly status: string;
  readonly dirty: DirtyRowStatus;
  readonly purpose: Purpose;
  readonly flow_id: string | null;
};

async function lockTransfer(tx: Tx, transfer: Transfer): Promise<LockedRow | null> {
  // The unit first, as every worker does, so that a running commit ends before.
  await sql`select 1 from unit where account_id = ${transfer.accountId} and id = ${transfer.unitId} for update`.execute(
    tx,
  );
  const flow = transfer.kind === 'upload' ? sql`flow_id` : sql`null::uuid`;
  const dirty = transfer.kind === 'download' ? sql`dirty_row_status` : sql`'none'`;
  const found = await sql<LockedRow>`
    select status, purpose, ${flow} as flow_id, ${dirty} as dirty from ${sql.table(transfer.kind)}
    where account_id = ${transfer.accountId} and id = ${transfer.unitId} for update
  `.execute(tx);
  return found.rows[0] ?? null;
}

/**
 * Abandons a download or upload. Once this has committed with `ok`, no attempt publishes anything for it. An upload that may be
 * at its destination is `undecided`: it ends as abandoned as soon as the destination answers that it is not there.
 */
export async function abandonTransfer(
  tx: Tx,
  queue: Queue,
  transfer: Transfer,
  by: string,
): Promise<Exclude<TransferOutcome, 'inputs' | 'replaced'>> {
  const row = await lockTransfer(tx, transfer);
  if (!row) return 'not_found';
  const abortable: readonly string[] = transfer.kind === 'download' ? DOWNLOAD_ABORTABLE : UPLOAD_ABORTABLE;
  if (!abortable.includes(row.status)) return 'finished';
  const how = { status: 'abandoned', by } as const;
  if (transfer.kind === 'upload' && (await requestCancel(tx, queue, { ...transfer, purpose: row.purpose }, how)))
    return 'undecided';
  await revokeUnit(tx, transfer);
  await setUnitStatus(tx, transfer, 'abandoned', `Abandoned by ${by}`);
  await recordUnitEvent(tx, transfer, { severity: 'info', code: 'ABANDONED', parameters: { person: by } });
  if (row.flow_id !== null) await endFlowIfDelivered(tx, transfer.accountId, row.flow_id);
  if (transfer.kind === 'download') await settleFlowsOf(tx, queue, transfer);
  return 'ok';
}

/**
 * Starts a failed download or upload again, or a download whose rows were all dirty, with a fresh count of retries. What it
 * had finished is not repeated.
 * @param how.interactive whether a person waits for this one
 */
export async function retryTransfer(
  tx: Tx,
  queue: Queue,
  transfer: Transfer,
  by: string,
  { interactive = false }: { readonly interactive?: boolean } = {},
): Promise<Exclude<TransferOutcome, 'undecided'>> {
  const closed = await isCancelled(tx, transfer);
  const row = await lockTransfer(tx, transfer);
  if (!row) return 'not_found';
  const isAllDirty = row.status === 'completed' && row.dirty === 'all';
  if ((row.status !== 'failed' && !isAllDirty) || closed) return 'finished';
  if (transfer.kind === 'download') {
    if (await isReplaced(tx, transfer)) return 'replaced';
    await takeRunningScript(tx, transfer);
  }
  if (transfer.kind === 'upload') {
    const ready = await sql`
      select 1 from upload where account_id = ${transfer.accountId} and id = ${transfer.unitId} and result_key is not null
        and result_removed is null
    `.execute(tx);
    // What failed is the processing before it.
    if (ready.rows.length === 0)
      return row.flow_id === null
        ? 'finished'
        : retryProcessing(tx, queue, { accountId: transfer.accountId, unitId: row.flow_id }, by, interactive);
    if (row.flow_id !== null) await takeRunningScriptOfFlow(tx, { accountId: transfer.accountId, unitId: row.flow_id });
  }
  await restartTransfer(tx, queue, { ...transfer, purpose: row.purpose, interactive });
  if (transfer.kind === 'download') await reviveFlowsOf(tx, transfer);
  await recordUnitEvent(tx, transfer, { severity: 'info', code: 'RETRIED', parameters: { person: by } });
  return 'ok';
}
