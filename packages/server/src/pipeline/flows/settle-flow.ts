import { errorText } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import type { Plan } from '@switchboard/model/plan';
import type { DirtyRowStatus, DownloadStatus, Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { countFailure } from '../../units/count-failure.ts';
import { finishUnit, holdUnit, releaseUnit } from '../../units/unit.ts';
import { lockUploadsOf } from '../state/end-flow.ts';
import { loadPlan } from '../state/plan-queries.ts';
import { changeStatus, hasGoodRowsIn, ofDate } from '../state/unit-status.ts';
import { endHeldUploads } from '../state/upload-rows.ts';
import { failHeldUploads } from './held-uploads.ts';
import { decideSourcing, hasNoRows } from './sourcing.ts';

type WaitingFlow = {
  readonly changelist_id: string;
  readonly proof_id: string | null;
  readonly purpose: Purpose;
  readonly report_date: string | null;
};
type Source = {
  readonly source: string;
  readonly report_date: string | null;
  readonly status: DownloadStatus;
  readonly dirty: DirtyRowStatus;
  readonly message: string | null;
};

/** Settles all flows that wait for a download, once that has come to an end. Called in the transaction that ends it. */
export async function settleFlowsOf(tx: Tx, queue: Queue, download: UnitRef): Promise<void> {
  for (const flowId of await flowsReading(tx, download, 'SOURCING')) {
    await settleFlow(tx, queue, { accountId: download.accountId, unitId: flowId });
  }
}

/**
 * Starts a flow whose downloads are all completed, or ends one that cannot be completed. Its row is locked before its downloads
 * are read, so that of two that end at the same time the later one sees the earlier.
 */
export async function settleFlow(tx: Tx, queue: Queue, flow: UnitRef): Promise<void> {
  const locked = await sql<WaitingFlow>`
    select changelist_id, proof_id, purpose, report_date::text as report_date from flow
    where account_id = ${flow.accountId} and id = ${flow.unitId} and status = 'SOURCING' for no key update
  `.execute(tx);
  const [row] = locked.rows;
  if (!row) return;
  const sources = await sourcesOf(tx, flow);
  switch (decideSourcing(sources)) {
    case 'wait':
      return;
    case 'start':
      await start(tx, queue, flow, row);
      return;
    case 'fail':
      await end(tx, flow, row, sources.find(hasNoRows), 'failed');
      return;
    case 'abandon':
      await end(tx, flow, row, sources.find(isEndedByPerson), 'abandoned');
      return;
  }
}

/** Flows that ended because this download had failed wait for it again. Called in the transaction that restarts it. */
export async function reviveFlowsOf(tx: Tx, download: UnitRef): Promise<void> {
  const { accountId } = download;
  for (const flowId of await flowsReading(tx, download, 'FATAL')) {
    const flow = { accountId, unitId: flowId };
    await sql`select 1 from flow where account_id = ${accountId} and id = ${flowId} for no key update`.execute(tx);
    if (decideSourcing(await sourcesOf(tx, flow)) !== 'wait') continue;
    await changeStatus(tx, 'flow', flow, 'SOURCING', [sql`finished = null`, sql`message = null`]);
    await holdUnit(tx, flow);
    await lockUploadsOf(tx, flow);
    const uploads = await sql<{ id: string }>`
      select id from upload where account_id = ${accountId} and flow_id = ${flowId} and status = 'failed' order by id
    `.execute(tx);
    for (const { id } of uploads.rows) {
      await changeStatus(tx, 'upload', { accountId, unitId: id }, 'preparing', [
        sql`finished = null`,
        sql`message = null`,
      ]);
      await holdUnit(tx, { accountId, unitId: id });
    }
  }
}

async function flowsReading(tx: Tx, download: UnitRef, status: 'SOURCING' | 'FATAL'): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select f.id from flow_source s join flow f on f.account_id = s.account_id and f.id = s.flow_id
    where s.account_id = ${download.accountId} and s.download_id = ${download.unitId} and f.status = ${status}
    order by f.id
  `.execute(tx);
  return found.rows.map((row) => row.id);
}

async function sourcesOf(tx: Tx, flow: UnitRef): Promise<readonly Source[]> {
  const found = await sql<Source>`
    select d.source, d.report_date::text as report_date, d.status, d.dirty_row_status as dirty, d.message
    from flow_source s join download d on d.account_id = s.account_id and d.id = s.download_id
    where s.account_id = ${flow.accountId} and s.flow_id = ${flow.unitId} order by d.source
  `.execute(tx);
  return found.rows;
}

function isEndedByPerson(source: Source): boolean {
  return source.status === 'cancelled' || source.status === 'abandoned';
}

async function start(tx: Tx, queue: Queue, flow: UnitRef, row: WaitingFlow): Promise<void> {
  await addInputs(tx, flow, await loadPlan(tx, flow.accountId, row.changelist_id, row.proof_id));
  // A result is as new as its inputs: the flow gets its fence when these are complete, as all flows do. Behind flows of later
  // downloads it keeps the fence that it was launched with.
  const place = (await hasLaterInputs(tx, flow, row)) ? [] : [sql`fence = nextval('upload_fence')`];
  await changeStatus(tx, 'flow', flow, 'PENDING', place);
  await releaseUnit(tx, flow);
  await queue.wake(tx, { ...flow, kind: 'flow', purpose: row.purpose, reportDate: row.report_date });
}

/**
 * Whether a later version of one of a backfill's downloads is completed: of those of the flow's own date, since new content of a
 * source without dates delivers no date again. Test runs deliver apart, and production starts with its newest downloads.
 */
async function hasLaterInputs(
  tx: Tx,
  { accountId, unitId }: UnitRef,
  { purpose, report_date: reportDate }: WaitingFlow,
): Promise<boolean> {
  if (purpose !== 'backfill') return false;
  const found = await sql`
    select from flow_source s join download d on d.account_id = s.account_id and d.id = s.download_id
    where s.account_id = ${accountId} and s.flow_id = ${unitId} and d.report_date is not distinct from ${reportDate}::date
      and exists (
        select from download later
        where later.account_id = d.account_id and later.source = d.source and ${ofDate(reportDate)} and later.id > d.id
          and later.purpose in ('production', 'backfill') and ${hasGoodRowsIn('later')}
      )
    limit 1
  `.execute(tx);
  return found.rows.length > 0;
}

/** Records which parts the flow reads, and which of them each of its uploads comes from. */
async function addInputs(tx: Tx, flow: UnitRef, plan: Plan): Promise<void> {
  const { accountId, unitId: flowId } = flow;
  const uploads = await sql<{ id: string; name: string }>`
    select id, name from upload where account_id = ${accountId} and flow_id = ${flowId}
  `.execute(tx);
  const wanted = uploads.rows.flatMap(({ id, name }) =>
    (plan.uploads.find((upload) => upload.name === name)?.sourceTables ?? []).map((table) => ({ upload: id, table })),
  );
  const parts = sql`
    select w.upload, p.id as part_id, p.download_id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(upload uuid, "table" text)
    join flow_source s on s.account_id = ${accountId} and s.flow_id = ${flowId}
    join download_part p on p.account_id = s.account_id and p.download_id = s.download_id and p.name = w."table"`;
  await sql`
    insert into flow_input (account_id, flow_id, part_id, download_id)
    select distinct ${accountId}::uuid, ${flowId}::uuid, part_id, download_id from (${parts}) found
  `.execute(tx);
  await sql`
    insert into upload_input (account_id, upload_id, part_id, download_id)
    select ${accountId}::uuid, upload, part_id, download_id from (${parts}) found
  `.execute(tx);
}

async function end(
  tx: Tx,
  flow: UnitRef,
  { purpose }: WaitingFlow,
  cause: Source | undefined,
  ended: 'failed' | 'abandoned',
): Promise<void> {
  const failed = ended === 'failed';
  const message = errorText('INPUT_FAILED', {
    name: cause?.source ?? 'one of its sources',
    date: cause?.report_date ?? 'its newest date',
    ended: cause?.status === 'completed' ? 'has only dirty rows' : (cause?.status ?? ended),
    reason: (cause?.message ?? 'no reason is known.').slice(0, LIMITS.quotedErrorLength),
  });
  await changeStatus(tx, 'flow', flow, failed ? 'FATAL' : 'ABANDONED', [
    sql`finished = now()`,
    sql`message = ${message}`,
  ]);
  await finishUnit(tx, flow);
  const unit = { ...flow, kind: 'flow' } as const;
  const event = { severity: failed ? 'error' : 'info', code: 'INPUT_FAILED', message } as const;
  await recordUnitEvent(tx, unit, { ...event, willRetry: false });
  if (!failed) {
    await endHeldUploads(tx, flow, 'abandoned', message);
    return;
  }
  countFailure(tx, unit, event.code);
  await failHeldUploads(tx, { ...flow, purpose }, event);
}
