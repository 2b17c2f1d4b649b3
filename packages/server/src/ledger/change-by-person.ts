import type { Purpose } from '@switchboard/model';
import { DOWNLOAD_ABORTABLE, UPLOAD_ABORTABLE } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { endFlowIfDelivered } from '../features/flows/end-flow.ts';
import { reviveFlowsOf, settleFlowsOf } from '../features/flows/settle-flow.ts';
import type { Queue } from '../queue/queue.ts';
import { recordEvent } from './record-event.ts';
import { releaseUnit, revokeUnit } from './unit.ts';
import { describeUnit, setUnitStatus } from './unit-subject.ts';

/** not_found also stands for what belongs to another account. */
export type ChangeAnswer = 'ok' | 'not_found' | 'finished';

type Transfer = { readonly accountId: string; readonly unitId: string; readonly kind: 'download' | 'upload' };

async function lockTransfer(
  tx: Tx,
  transfer: Transfer,
): Promise<{ status: string; purpose: Purpose; flow_id: string | null } | null> {
  // The unit first, as every worker does, so that a commit under way is waited for.
  await sql`select 1 from unit where account_id = ${transfer.accountId} and id = ${transfer.unitId} for update`.execute(
    tx,
  );
  const flow = transfer.kind === 'upload' ? sql`flow_id` : sql`null::uuid`;
  const found = await sql<{ status: string; purpose: Purpose; flow_id: string | null }>`
    select status, purpose, ${flow} as flow_id from ${sql.table(transfer.kind)}
    where account_id = ${transfer.accountId} and id = ${transfer.unitId} for update
  `.execute(tx);
  return found.rows[0] ?? null;
}

/** Ends a download or upload for good. Once this has committed, no attempt publishes anything for it. */
export async function abandonTransfer(tx: Tx, queue: Queue, transfer: Transfer, by: string): Promise<ChangeAnswer> {
  const row = await lockTransfer(tx, transfer);
  if (!row) return 'not_found';
  const abortable: readonly string[] = transfer.kind === 'download' ? DOWNLOAD_ABORTABLE : UPLOAD_ABORTABLE;
  if (!abortable.includes(row.status)) return 'finished';
  await revokeUnit(tx, transfer);
  await setUnitStatus(tx, transfer, 'abandoned', `Abandoned by ${by}`);
  await recordEvent(tx, { ...(await describeUnit(tx, transfer)), severity: 'info', message: `Abandoned by ${by}.` });
  if (row.flow_id !== null) await endFlowIfDelivered(tx, transfer.accountId, row.flow_id);
  if (transfer.kind === 'download') await settleFlowsOf(tx, queue, transfer);
  return 'ok';
}

/** Starts a failed download or upload again, with a fresh count of retries. What it had finished is not repeated. */
export async function retryTransfer(tx: Tx, queue: Queue, transfer: Transfer, by: string): Promise<ChangeAnswer> {
  // Before any unit, as whoever cancels a backfill does.
  const cancelled = await isOfCancelledBackfill(tx, transfer);
  const row = await lockTransfer(tx, transfer);
  if (!row) return 'not_found';
  if (row.status !== 'failed' || cancelled) return 'finished';
  if (transfer.kind === 'upload') {
    const ready = await sql`
      select 1 from upload where account_id = ${transfer.accountId} and id = ${transfer.unitId} and result_key is not null
    `.execute(tx);
    if (ready.rows.length === 0) return 'finished';
  }
  await releaseUnit(tx, transfer);
  await setUnitStatus(tx, transfer, 'queued', null);
  if (transfer.kind === 'download') await reviveFlowsOf(tx, transfer);
  await recordEvent(tx, {
    ...(await describeUnit(tx, transfer)),
    severity: 'info',
    message: `Started again by ${by}.`,
  });
  await queue.wake(tx, { ...transfer, purpose: row.purpose });
  return 'ok';
}

/** A cancelled backfill delivers nothing any more, whatever of it had failed before. Its row is locked until the commit. */
async function isOfCancelledBackfill(tx: Tx, { accountId, unitId, kind }: Transfer): Promise<boolean> {
  const owner =
    kind === 'download'
      ? sql`select backfill_id from download where account_id = ${accountId} and id = ${unitId}`
      : sql`select f.backfill_id from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
          where u.account_id = ${accountId} and u.id = ${unitId}`;
  const found = await sql<{ status: string }>`
    select status from backfill where account_id = ${accountId} and id in (${owner}) for share
  `.execute(tx);
  return found.rows[0]?.status === 'cancelled';
}
