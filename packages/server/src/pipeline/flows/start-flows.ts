import { fillTemplate, isDated, type Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { addUnit } from '../../units/add-units.ts';
import { addFlow } from '../state/flow-rows.ts';
import { isLoadedAlike, loadPlan, sourceOfTable, uploadsReading } from '../state/plan-queries.ts';
import { hasGoodRowsIn, ofDate } from '../state/unit-status.ts';
import { addUpload } from '../state/upload-rows.ts';
import { type AvailablePart, type CompletedDownload, type DueFlow, dueFlows } from './due-flows.ts';

/**
 * Starts the flows of which this download was the last missing input.
 * Downloads that complete at the same time must see each other: an advisory lock serializes those of one report date, and one
 * without dates, which any date may wait for, with all of them. See docs/design/delivery.md.
 */
export async function startDueFlows(tx: Tx, queue: Queue, download: CompletedDownload): Promise<void> {
  const plan = await loadPlan(tx, download.accountId, download.changelistId);
  const uploads = uploadsReading(
    plan,
    download.source.tables.map((table) => table.name),
  );
  // Also without readers: the script that other downloads began with may have some.
  await lockReportDate(tx, download);
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

/** Serializes what starts flows of a report date; a source without dates, which any date may read, with all of them. */
export async function lockReportDate(
  tx: Tx,
  download: Pick<CompletedDownload, 'accountId' | 'source' | 'reportDate'>,
): Promise<void> {
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
export async function availableParts(
  tx: Tx,
  plan: Plan,
  download: Pick<CompletedDownload, 'accountId' | 'purpose'>,
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
      parts.push({ partId: row.part_id, downloadId: row.download_id, table: row.name });
    }
  }
  return parts;
}

/** Records the downloaded parts that a flow, or one of its uploads, is made from. */
async function addInputs(
  tx: Tx,
  { accountId, kind, id }: { readonly accountId: string; readonly kind: 'flow' | 'upload'; readonly id: string },
  parts: readonly AvailablePart[],
): Promise<void> {
  await sql`
    insert into ${sql.table(`${kind}_input`)} (account_id, ${sql.ref(`${kind}_id`)}, part_id, download_id)
    select ${accountId}, ${id}, unnest(${parts.map(({ partId }) => partId)}::uuid[]),
      unnest(${parts.map(({ downloadId }) => downloadId)}::uuid[])
  `.execute(tx);
}

/**
 * Adds a flow with its uploads, ready to be processed.
 * @returns ids of its uploads by name; null when the flow was made before
 */
export async function startFlow(
  tx: Tx,
  queue: Queue,
  plan: Plan,
  download: Pick<CompletedDownload, 'accountId' | 'changelistId' | 'purpose' | 'interactive'>,
  flow: DueFlow,
): Promise<ReadonlyMap<string, string> | null> {
  const { accountId, purpose, interactive = false } = download;
  const flowId = await addFlow(tx, {
    ...flow,
    accountId,
    changelistId: download.changelistId,
    purpose,
    status: 'PENDING',
  });
  if (flowId === null) return null;
  const made = new Map<string, string>();
  await addInputs(tx, { accountId, kind: 'flow', id: flowId }, flow.parts);
  for (const due of flow.uploads) {
    const declared = plan.uploads.find((upload) => upload.name === due.name);
    if (!declared) continue;
    const destination = fillTemplate(declared.destination, flow.reportDate, { name: declared.name });
    const { name, project, connector: destinationType } = declared;
    const own = { accountId, flowId, purpose, reportDate: flow.reportDate };
    const uploadId = await addUpload(tx, own, { name, project, destination, destinationType });
    if (uploadId === undefined) continue;
    made.set(name, uploadId);
    await addInputs(tx, { accountId, kind: 'upload', id: uploadId }, due.parts);
    await addUnit(tx, { accountId, unitId: uploadId, kind: 'upload', purpose, state: 'held', interactive });
  }
  const unit = { accountId, unitId: flowId, kind: 'flow', purpose } as const;
  await addUnit(tx, { ...unit, state: 'ready', interactive });
  await queue.wake(tx, unit);
  return made;
}

/**
 * The uploads that the published script makes of a download which began with an earlier script, besides that script's `own`.
 * Null for none, also where the two load the source differently. Called under the report date's lock: an input that
 * completes under the published script either is visible here or sees this download.
 */
export async function addedSince(
  tx: Tx,
  download: CompletedDownload,
  own: Uploads,
): Promise<{ readonly plan: Plan; readonly changelistId: string; readonly uploads: Uploads } | null> {
  const { accountId, source } = download;
  if (download.purpose !== 'production') return null;
  const running = await sql<{ id: string }>`
    select id from changelist where account_id = ${accountId} and status = 'running' and id <> ${download.changelistId}
  `.execute(tx);
  const changelistId = running.rows[0]?.id;
  if (changelistId === undefined) return null;
  const plan = await loadPlan(tx, accountId, changelistId);
  const declared = plan.sources.find(({ name }) => name === source.name);
  if (!isLoadedAlike(declared, source)) return null;
  const uploads = uploadsReading(
    plan,
    source.tables.map(({ name }) => name),
  ).filter((upload) => !own.some(({ name }) => name === upload.name));
  return uploads.length === 0 ? null : { plan, changelistId, uploads };
}

/**
 * Returns the uploads that wait for this download after another input of the report date, by that input's script.
 * Without this condition, publishing an upload would make it of every date that is still under way.
 */
export async function foundWaiting(
  tx: Tx,
  { accountId, purpose, source }: CompletedDownload,
  reportDate: string | null,
  uploads: Uploads,
): Promise<Uploads> {
  const others = [...new Set(uploads.flatMap(({ sources }) => sources))].filter((name) => name !== source.name);
  const found = await sql<{ other: string; changelist_id: string }>`
    select distinct source as other, changelist_id from download d
    where account_id = ${accountId} and purpose = ${purpose} and ${hasGoodRowsIn('d')} and source = any(${others})
      and ${ofDate(reportDate)}
  `.execute(tx);
  const waiting = new Set<string>();
  for (const { other, changelist_id: changelistId } of found.rows) {
    const plan = await loadPlan(tx, accountId, changelistId);
    for (const upload of plan.uploads)
      if (upload.sources.includes(other) && upload.sources.includes(source.name)) waiting.add(upload.name);
  }
  return uploads.filter(({ name }) => waiting.has(name));
}

/** Report dates that a source without dates starts at once; the rest start with their own inputs. */
const WAITING_DATES = 400;

type DatedDownload = { readonly report_date: string; readonly finished: Date };
type Made = { readonly name: string; readonly report_date: string };

/**
 * The uploads to make of a completed download without dates, by report date, oldest first: those that read no dated source, and
 * those that have waited for it. An upload has not waited when the table existed before the date's own downloads, when it was
 * published after them, or when its result had no rows: past dates are not made again.
 */
export async function waitingUploads(
  tx: Tx,
  plan: Plan,
  download: CompletedDownload,
  uploads: Uploads,
): Promise<readonly (readonly [reportDate: string | null, uploads: Uploads])[]> {
  const dated = new Set(plan.sources.filter(isDated).map(({ name }) => name));
  const ofDates = uploads.filter((upload) => upload.sources.some((source) => dated.has(source)));
  const undated = uploads.filter((upload) => !ofDates.includes(upload));
  if (ofDates.length === 0) return [[null, undated]];
  const dates = await newestDates(tx, download, [...dated]);
  const made = await madeFor(tx, download, dates, ofDates);
  const since = await availableSince(tx, download);
  const declared = await declaredOn(tx, download, ofDates);
  const hasWaited = (upload: Uploads[number], { report_date: date, finished }: DatedDownload): boolean =>
    !made.has(`${date} ${upload.name}`) &&
    (declared.get(upload.name) ?? finished) <= finished &&
    upload.sourceTables.some((table) => {
      const first = since.get(table);
      return first === null || (first !== undefined && first > finished);
    });
  return [
    ...dates.map((date) => [date.report_date, ofDates.filter((upload) => hasWaited(upload, date))] as const),
    [null, undated],
  ];
}

/** The newest report dates of the dated sources, oldest first, with when the last of their downloads was completed. */
async function newestDates(
  tx: Tx,
  { accountId, purpose }: CompletedDownload,
  sources: readonly string[],
): Promise<readonly DatedDownload[]> {
  // Each source's newest dates by its index: a date among the newest of all is among the newest of every source that has it.
  const found = await sql<DatedDownload>`
    select newest.report_date::text as report_date, max(newest.finished) as finished
    from unnest(${sources}::text[]) as wanted(source)
    cross join lateral (
      select report_date, max(finished) as finished from download d
      where account_id = ${accountId} and purpose = ${purpose} and ${hasGoodRowsIn('d')} and d.source = wanted.source
        and report_date is not null
      group by report_date order by report_date desc nulls last limit ${WAITING_DATES}
    ) newest
    group by newest.report_date order by newest.report_date desc limit ${WAITING_DATES}
  `.execute(tx);
  return found.rows.reverse();
}

/** `date name` of uploads that were made, or whose result had no rows. */
async function madeFor(
  tx: Tx,
  { accountId, purpose }: CompletedDownload,
  dates: readonly DatedDownload[],
  uploads: Uploads,
): Promise<ReadonlySet<string>> {
  const wanted = dates.map(({ report_date: date }) => date);
  const names = uploads.map(({ name }) => name);
  const found = await sql<Made>`
    select name, report_date::text as report_date from upload
    where account_id = ${accountId} and purpose = ${purpose} and name = any(${names})
      and report_date = any(${wanted}::date[])
    union
    select upload_declaration, report_date::text from event
    where account_id = ${accountId} and purpose = ${purpose} and upload_declaration = any(${names})
      and report_date = any(${wanted}::date[]) and code = 'RESULT_WITHOUT_ROWS'
  `.execute(tx);
  return new Set(found.rows.map(({ name, report_date: date }) => `${date} ${name}`));
}

/** When each upload was published first. */
async function declaredOn(
  tx: Tx,
  { accountId }: CompletedDownload,
  uploads: Uploads,
): Promise<ReadonlyMap<string, Date>> {
  const found = await sql<{ name: string; declared: Date }>`
    select name, uuid_extract_timestamp(id) as declared from upload_declaration
    where account_id = ${accountId} and name = any(${uploads.map(({ name }) => name)})
  `.execute(tx);
  return new Map(found.rows.map(({ name, declared }) => [name, declared]));
}

/** Since when each table of the download's source existed before this download; null for a new table. */
async function availableSince(
  tx: Tx,
  { accountId, purpose, source, downloadId }: CompletedDownload,
): Promise<ReadonlyMap<string, Date | null>> {
  const found = await sql<{ name: string; finished: Date | null }>`
    select wanted.name, first.finished from unnest(${source.tables.map(({ name }) => name)}::text[]) as wanted(name)
    left join lateral (
      select d.finished from download_part p join download d on d.account_id = p.account_id and d.id = p.download_id
      where p.account_id = ${accountId} and p.name = wanted.name and d.source = ${source.name} and d.purpose = ${purpose}
        and ${hasGoodRowsIn('d')} and d.id <> ${downloadId}
      order by p.id limit 1
    ) first on true
  `.execute(tx);
  return new Map(found.rows.map(({ name, finished }) => [name, finished]));
}
