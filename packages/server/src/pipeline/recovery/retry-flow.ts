import { isFailedFlow } from '@switchboard/model/status/flow-phase';
import type { FlowStatus, Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { holdUnit, releaseUnit } from '../../units/unit.ts';
import { settleFlow } from '../flows/settle-flow.ts';
import { decideSourcing, type SourcingDownload } from '../flows/sourcing.ts';
import { lockUploadsOf } from '../state/end-flow.ts';
import { restartTransfer, takeRunningScriptOfFlow } from '../state/start-again.ts';
import { changeStatus } from '../state/unit-status.ts';
import { isCancelled } from './is-cancelled.ts';

/** `finished`: it has not failed, or its backfill or test run is closed. `inputs`: a download that it reads has failed. */
type FlowRetried = 'ok' | 'not_found' | 'finished' | 'inputs';

type FlowRow = {
  readonly status: FlowStatus;
  readonly purpose: Purpose;
  readonly report_date: string | null;
};

/**
 * Starts a failed flow again, with a fresh count of retries. Failed uploads that have a result are delivered again; for those
 * without, the processing is repeated from the downloads that the flow has. Delivered uploads are left as they are. Its place
 * among newer results of the same date stays the same. A person waits for it.
 */
export function retryFlow(tx: Tx, queue: Queue, flow: UnitRef, by: string): Promise<FlowRetried> {
  return startAgain(tx, queue, flow, { by, withDeliveries: true, interactive: true });
}

/** The same only for the uploads without a result: their processing failed, or an assertion stopped them. */
export function retryProcessing(
  tx: Tx,
  queue: Queue,
  flow: UnitRef,
  by: string,
  interactive = false,
): Promise<FlowRetried> {
  return startAgain(tx, queue, flow, { by, withDeliveries: false, interactive });
}

async function startAgain(
  tx: Tx,
  queue: Queue,
  flow: UnitRef,
  how: { readonly by: string; readonly withDeliveries: boolean; readonly interactive: boolean },
): Promise<FlowRetried> {
  const { by, withDeliveries, interactive } = how;
  const { accountId, unitId: flowId } = flow;
  const closed = await isCancelled(tx, { ...flow, kind: 'flow' });
  // Before the flow, as deliveries do that end while others of its uploads have failed.
  await lockUploadsOf(tx, flow);
  const locked = await sql<FlowRow>`
    select status, purpose, report_date::text as report_date from flow
    where account_id = ${accountId} and id = ${flowId} for no key update
  `.execute(tx);
  const [row] = locked.rows;
  if (!row) return 'not_found';
  if (!isFailedFlow(row.status) || closed) return 'finished';
  const { processed, sources } = await inputsOf(tx, flow);
  if (!processed && !['wait', 'start'].includes(decideSourcing(sources))) return 'inputs';
  const failed = await failedUploads(tx, flow);
  const unprocessed = failed.filter(({ hasResult }) => !hasResult);
  const undelivered = withDeliveries ? failed.filter(({ hasResult }) => hasResult) : [];
  const isDelivery = row.status === 'ERROR' && unprocessed.length === 0;
  if (unprocessed.length === 0 && !(isDelivery && undelivered.length > 0)) return 'finished';
  for (const { id } of unprocessed) await holdForProcessing(tx, { accountId, unitId: id });
  await takeRunningScriptOfFlow(tx, flow);
  const more = [sql`finished = null`, sql`message = null`];
  await recordUnitEvent(
    tx,
    { ...flow, kind: 'flow' },
    { severity: 'info', code: 'RETRIED', parameters: { person: by } },
  );
  for (const { id } of undelivered)
    await restartTransfer(tx, queue, { accountId, unitId: id, kind: 'upload', purpose: row.purpose, interactive });
  if (isDelivery) {
    await changeStatus(tx, 'flow', flow, 'SINKING', more);
    return 'ok';
  }
  if (!processed) {
    await changeStatus(tx, 'flow', flow, 'SOURCING', more);
    await holdUnit(tx, flow);
    await settleFlow(tx, queue, flow);
    return 'ok';
  }
  await changeStatus(tx, 'flow', flow, 'PENDING', more);
  await releaseUnit(tx, flow, { interactive });
  await queue.wake(tx, { ...flow, kind: 'flow', purpose: row.purpose, reportDate: row.report_date });
  return 'ok';
}

/** Whether its inputs had come together, so that only the processing is to be repeated; and its downloads as they stand. */
async function inputsOf(
  tx: Tx,
  { accountId, unitId }: UnitRef,
): Promise<{ readonly processed: boolean; readonly sources: readonly SourcingDownload[] }> {
  const inputs = await sql`
    select 1 from flow_input where account_id = ${accountId} and flow_id = ${unitId} limit 1
  `.execute(tx);
  const sources = await sql<SourcingDownload>`
    select d.status, d.dirty_row_status as dirty from flow_source s join download d on d.account_id = s.account_id and d.id = s.download_id
    where s.account_id = ${accountId} and s.flow_id = ${unitId}
  `.execute(tx);
  return { processed: inputs.rows.length > 0, sources: sources.rows };
}

type FailedUpload = { readonly id: string; readonly hasResult: boolean };

async function failedUploads(tx: Tx, flow: UnitRef): Promise<readonly FailedUpload[]> {
  const found = await sql<FailedUpload>`
    select id, result_key is not null and result_removed is null as "hasResult" from upload
    where account_id = ${flow.accountId} and flow_id = ${flow.unitId} and status = 'failed' order by id
  `.execute(tx);
  return found.rows;
}

/** Has an upload that failed with the processing wait for it again. */
async function holdForProcessing(tx: Tx, upload: UnitRef): Promise<void> {
  await changeStatus(tx, 'upload', upload, 'preparing', [sql`finished = null`, sql`message = null`]);
  await holdUnit(tx, upload);
}
