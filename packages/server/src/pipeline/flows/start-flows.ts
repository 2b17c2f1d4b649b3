import { createHash } from 'node:crypto';
import { fillTemplate, type Plan } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { addUnit } from '../../units/unit.ts';
import { loadPlan } from '../attempts/attempt-context.ts';
import { hasGoodRowsIn } from '../downloads/good-rows.ts';
import { ofDate } from '../report-date-filter.ts';
import { addedSince, foundWaiting } from './between-scripts.ts';
import {
  type AvailablePart,
  type CompletedDownload,
  type DueFlow,
  dueFlows,
  isDated,
  sourceOfTable,
  uploadsReading,
} from './due-flows.ts';
import { waitingUploads } from './waiting-uploads.ts';

/**
 * Starts the flows that this download was the last missing input of.
 * Downloads that complete at the same time must see each other: those of one report date take turns, and one without
 * dates, which any date may be waiting for, takes its turn with all of them.
 */
export async function startDueFlows(tx: Tx, queue: Queue, download: CompletedDownload): Promise<void> {
  const plan = await loadPlan(tx, download.accountId, download.changelistId);
  const uploads = uploadsReading(
    plan,
    download.source.tables.map((table) => table.name),
  );
  // Also when nothing reads it: the script that others have begun with may.
  await takeTurn(tx, download);
  for (const [reportDate, wanted] of await concernedBy(tx, plan, download, uploads))
    await startFlows(tx, queue, plan, download, reportDate, wanted);
  const added = await addedSince(tx, download, uploads);
  if (added === null) return;
  const asAdded = { ...download, changelistId: added.changelistId };
  for (const [reportDate, wanted] of await concernedBy(tx, added.plan, asAdded, added.uploads)) {
    const waiting = await foundWaiting(tx, asAdded, reportDate, wanted);
    await startFlows(tx, queue, added.plan, asAdded, reportDate, waiting);
  }
}

type Uploads = Plan['uploads'];

/** The report dates of which the download may have been the missing input, with the uploads that read it. */
async function concernedBy(
  tx: Tx,
  plan: Plan,
  download: CompletedDownload,
  uploads: Uploads,
): Promise<readonly (readonly [reportDate: string | null, uploads: Uploads])[]> {
  const found = isDated(download.source)
    ? [[download.reportDate, uploads] as const]
    : await waitingUploads(tx, plan, download, uploads);
  return found.filter(([, wanted]) => wanted.length > 0);
}

async function startFlows(
  tx: Tx,
  queue: Queue,
  plan: Plan,
  download: CompletedDownload,
  reportDate: string | null,
  uploads: Uploads,
): Promise<void> {
  if (uploads.length === 0) return;
  const { changelistId, purpose } = download;
  const available = await availableParts(tx, plan, download, reportDate, uploads);
  for (const flow of dueFlows({ plan, changelistId, purpose, reportDate, uploads, available }))
    await startFlow(tx, queue, plan, download, flow);
}

async function takeTurn(tx: Tx, download: CompletedDownload): Promise<void> {
  const account = sql`hashtextextended(${`flows ${download.accountId}`}, 0)`;
  if (!isDated(download.source)) {
    await sql`select pg_advisory_xact_lock(${account})`.execute(tx);
    return;
  }
  await sql`select pg_advisory_xact_lock_shared(${account})`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flows ${download.accountId} ${download.reportDate}`}, 0))`.execute(
    tx,
  );
}

/** The newest completed part of each source table that these uploads read: of this date, or of any without dates. */
async function availableParts(
  tx: Tx,
  plan: Plan,
  download: CompletedDownload,
  reportDate: string | null,
  uploads: Uploads,
): Promise<AvailablePart[]> {
  const parts: AvailablePart[] = [];
  const byTable = sourceOfTable(plan);
  const needed = new Set(uploads.flatMap((upload) => upload.sources));
  const bySource = new Map([...byTable].map(([, source]) => [source.name, source]));
  for (const source of bySource.values()) {
    if (!needed.has(source.name)) continue;
    const date = isDated(source) ? reportDate : null;
    if (isDated(source) && reportDate === null) continue;
    const found = await sql<{ part_id: string; download_id: string; name: string }>`
      select p.id as part_id, p.download_id, p.name
      from download d join download_part p on p.account_id = d.account_id and p.download_id = d.id
      where d.id = (
        select id from download usable
        where account_id = ${download.accountId} and source = ${source.name} and purpose = ${download.purpose}
          and ${ofDate(date)} and ${hasGoodRowsIn('usable')}
        order by finished desc, id desc limit 1
      ) and d.account_id = ${download.accountId}
    `.execute(tx);
    for (const row of found.rows) {
      parts.push({ partId: row.part_id, downloadId: row.download_id, table: row.name, reportDate: date });
    }
  }
  return parts;
}

async function startFlow(tx: Tx, queue: Queue, plan: Plan, download: CompletedDownload, flow: DueFlow): Promise<void> {
  const { accountId, purpose } = download;
  const identity = createHash('sha256').update(flow.identity).digest('hex');
  const inserted = await sql<{ id: string }>`
    insert into flow (account_id, changelist_id, purpose, report_date, identity)
    values (${accountId}, ${download.changelistId}, ${purpose}, ${flow.reportDate}::date, ${identity})
    on conflict (account_id, identity) do nothing returning id
  `.execute(tx);
  const flowId = inserted.rows[0]?.id;
  if (flowId === undefined) return;
  for (const part of flow.parts) {
    await sql`
      insert into flow_input (account_id, flow_id, part_id, download_id)
      values (${accountId}, ${flowId}, ${part.partId}, ${part.downloadId})
    `.execute(tx);
  }
  for (const due of flow.uploads) {
    const declared = plan.uploads.find((upload) => upload.name === due.name);
    if (!declared) continue;
    const destination = fillTemplate(declared.destination, flow.reportDate, { name: declared.name });
    const upload = await sql<{ id: string }>`
      insert into upload (account_id, flow_id, name, project, purpose, report_date, destination, destination_type)
      values (${accountId}, ${flowId}, ${declared.name}, ${declared.project}, ${purpose}, ${flow.reportDate}::date,
        ${destination}, ${declared.connector})
      returning id
    `.execute(tx);
    const uploadId = upload.rows[0]?.id;
    if (uploadId === undefined) continue;
    for (const part of due.parts) {
      await sql`
        insert into upload_input (account_id, upload_id, part_id, download_id)
        values (${accountId}, ${uploadId}, ${part.partId}, ${part.downloadId})
      `.execute(tx);
    }
    await addUnit(tx, { accountId, unitId: uploadId, kind: 'upload', purpose, state: 'held' });
  }
  const unit = { accountId, unitId: flowId, kind: 'flow', purpose } as const;
  await addUnit(tx, { ...unit, state: 'ready' });
  await queue.wake(tx, unit);
}
