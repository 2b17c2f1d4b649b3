import type { Purpose } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import type { Queue } from '../../queue/queue.ts';
import { holdUnit, releaseUnit } from '../../units/unit.ts';
import { changeStatus, describeUnit, recordEvent } from '../attempts/unit-status.ts';
import { isCancelled } from '../recovery/is-cancelled.ts';
import { takeRunningScriptOfFlow } from '../recovery/start-again.ts';
import { lockUploadsOf } from './end-flow.ts';
import { settleFlow } from './settle-flow.ts';
import { decideSourcing, type SourcingDownload } from './sourcing.ts';

/** `finished`: it has not failed in processing, or its backfill or test run is closed. `inputs`: a download that it reads has failed. */
type FlowRetried = 'ok' | 'not_found' | 'finished' | 'inputs';

type FlowRow = {
  readonly status: string;
  readonly purpose: Purpose;
  readonly report_date: string | null;
};

/**
 * Starts a flow again whose processing failed, with a fresh count of retries: from the downloads it has, for the uploads
 * that have no result. Its place among newer results of the same date stays the same.
 */
export async function retryFlow(tx: Tx, queue: Queue, flow: UnitRef, by: string): Promise<FlowRetried> {
  const { accountId, unitId: flowId } = flow;
  const closed = await isCancelled(tx, { ...flow, kind: 'flow' });
  const locked = await sql<FlowRow>`
    select status, purpose, report_date::text as report_date from flow
    where account_id = ${accountId} and id = ${flowId} for no key update
  `.execute(tx);
  const [row] = locked.rows;
  if (!row) return 'not_found';
  if (row.status !== 'FATAL' || closed) return 'finished';
  const { processed, sources } = await inputsOf(tx, flow);
  if (!processed && !['wait', 'start'].includes(decideSourcing(sources))) return 'inputs';
  if (!(await reviveUploads(tx, flow))) return 'finished';
  await takeRunningScriptOfFlow(tx, flow);
  const more = [sql`finished = null`, sql`message = null`];
  const subject = await describeUnit(tx, { ...flow, kind: 'flow' });
  await recordEvent(tx, { ...subject, severity: 'info', code: 'RETRIED', parameters: { person: by } });
  if (!processed) {
    await changeStatus(tx, 'flow', flow, 'SOURCING', more);
    await holdUnit(tx, flow);
    await settleFlow(tx, queue, flow);
    return 'ok';
  }
  await changeStatus(tx, 'flow', flow, 'PENDING', more);
  await releaseUnit(tx, flow);
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

/** Uploads that failed with the processing wait for it again. False when there is none. */
async function reviveUploads(tx: Tx, flow: UnitRef): Promise<boolean> {
  const { accountId } = flow;
  await lockUploadsOf(tx, flow);
  const uploads = await sql<{ id: string }>`
    select id from upload
    where account_id = ${accountId} and flow_id = ${flow.unitId} and status = 'failed' and result_key is null order by id
  `.execute(tx);
  for (const { id } of uploads.rows) {
    const upload = { accountId, unitId: id };
    await changeStatus(tx, 'upload', upload, 'preparing', [sql`finished = null`, sql`message = null`]);
    await holdUnit(tx, upload);
  }
  return uploads.rows.length > 0;
}
