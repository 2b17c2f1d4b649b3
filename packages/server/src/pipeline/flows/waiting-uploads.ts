import type { Plan } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { hasGoodRowsIn } from '../downloads/good-rows.ts';
import { type CompletedDownload, isDated } from './due-flows.ts';

/** How many report dates a source without dates may set going at once; the rest follow when their own inputs come. */
const WAITING_DATES = 400;

type Uploads = Plan['uploads'];
type DatedDownload = { readonly report_date: string; readonly finished: Date };
type Made = { readonly name: string; readonly report_date: string };

/**
 * The uploads that a completed download without dates concerns, by report date, oldest first: those that read no dated source,
 * and those that have waited for it. A date whose own downloads found the table there has not, nor has an upload that was
 * published after them, or whose result had no rows: none is made for all dates of the past.
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

/** `date name` of uploads that have been made, or that had no rows and say so. */
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

/** Since when each table of the download's source has been there, before this download; null for one that has not been. */
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
