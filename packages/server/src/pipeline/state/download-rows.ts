import type { Source } from '@switchboard/model/plan';
import { DOWNLOAD_UNFINISHED, type Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';

export type DownloadToAdd = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly source: Pick<Source, 'name' | 'project'>;
  readonly purpose: Purpose;
  /** yyyy-MM-dd; null for a source without dates. */
  readonly reportDate: string | null;
  /** Why it is made: one of a source, date and purpose with the same trigger is made once. */
  readonly trigger: string;
  /** Now by default. */
  readonly due?: Date;
  readonly backfillId?: string;
  readonly proofId?: string;
  /** Chosen by the client of the person who ordered it: the same one makes it once. */
  readonly runRequest?: string;
  /** The files of another download, to load again instead of fetching them. */
  readonly files?: { readonly raw: unknown; readonly handle: unknown; readonly description: string } | undefined;
};

/** Adds a download. Returns its id; null when it was made before. The caller adds its unit. */
export async function addDownload(tx: Tx, download: DownloadToAdd): Promise<string | null> {
  const { accountId, source, files } = download;
  const inserted = await sql<{ id: string }>`
    insert into download (account_id, source, project, purpose, report_date, trigger, changelist_id, due, backfill_id, proof_id,
      run_request, raw, handle, description)
    values (${accountId}, ${source.name}, ${source.project}, ${download.purpose}, ${download.reportDate}::date,
      ${download.trigger}, ${download.changelistId}, coalesce(${download.due ?? null}::timestamptz, now()),
      ${download.backfillId ?? null}, ${download.proofId ?? null}, ${download.runRequest ?? null}, ${files ? JSON.stringify(files.raw) : null}::jsonb,
      ${JSON.stringify(files?.handle ?? {})}::jsonb, ${files?.description ?? ''})
    on conflict (account_id, source, report_date, purpose, trigger) do nothing
    returning id
  `.execute(tx);
  return inserted.rows[0]?.id ?? null;
}

export type ScheduledDownload = {
  readonly source: string;
  readonly project: string;
  readonly report_date: string | null;
  readonly trigger: string;
  readonly repull_days: number | null;
  /** ISO 8601. */
  readonly due: string;
};

/** Adds the production downloads that were not made before, and returns those. The caller adds their units. */
export async function addScheduledDownloads(
  tx: Tx,
  accountId: string,
  changelistId: string,
  downloads: readonly ScheduledDownload[],
): Promise<readonly { readonly id: string; readonly report_date: string | null }[]> {
  const inserted = await sql<{ id: string; report_date: string | null }>`
    insert into download (account_id, source, project, purpose, report_date, trigger, repull_days, changelist_id, due)
    select ${accountId}::uuid, source, project, 'production', report_date, trigger, repull_days, ${changelistId}::uuid, due
    from jsonb_to_recordset(${JSON.stringify(downloads)}::jsonb)
      as x(source text, project text, report_date date, trigger text, repull_days integer, due timestamptz)
    on conflict (account_id, source, report_date, purpose, trigger) do nothing
    returning id, report_date::text
  `.execute(tx);
  return inserted.rows;
}

/** Gives free the place of a source's production downloads that are due later than `after`: their runs are made again. */
export async function releaseTriggers(
  tx: Tx,
  accountId: string,
  source: string,
  after: RawBuilder<Date>,
): Promise<void> {
  await sql`
    update download set trigger = 'early ' || id
    where account_id = ${accountId} and source = ${source} and purpose = 'production' and due > ${after}
  `.execute(tx);
}

export type FoundFiles = {
  readonly changelistId: string;
  readonly files: unknown;
  readonly handle: unknown;
  readonly description: string;
};

/** Stores the files that a probe has found for a download. */
export async function storeFoundFiles(tx: Tx, { accountId, unitId }: UnitRef, found: FoundFiles): Promise<void> {
  await sql`
    update download set files = ${JSON.stringify(found.files)}::jsonb, handle = ${JSON.stringify(found.handle)}::jsonb,
      description = ${found.description}, changelist_id = ${found.changelistId}
    where account_id = ${accountId} and id = ${unitId}
  `.execute(tx);
}

/** Removes the fetched files of a download, so that the next attempt fetches them again. */
export async function removeFetchedFiles(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`update download set raw = null where account_id = ${accountId} and id = ${unitId}`.execute(tx);
}

/** Stores the state of a report that the provider makes. @param ended removes when it was requested first */
export async function storeReportState(
  tx: Tx,
  { accountId, unitId }: UnitRef,
  { state, ended }: { readonly state: unknown; readonly ended: boolean },
): Promise<void> {
  await sql`
    update download set state = ${state === null ? null : JSON.stringify(state)}::jsonb,
      requested_at = case when ${ended} then null else requested_at end
    where account_id = ${accountId} and id = ${unitId}
  `.execute(tx);
}

/** Marks a completed download as a refill when another version of its report date was completed before. */
export async function markRefill(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`
    update download d set refill = d.report_date is not null and exists (
      select from download former
      where former.account_id = d.account_id and former.source = d.source and former.report_date = d.report_date
        and former.purpose = d.purpose and former.status = 'completed' and former.id <> d.id
    )
    where d.account_id = ${accountId} and d.id = ${unitId} and d.status = 'completed'
  `.execute(tx);
}

/** Cancels the downloads that are not finished among those of a condition. Their units are the caller's to end. */
export async function cancelDownloads(tx: Tx, which: RawBuilder<unknown>, message: string): Promise<void> {
  await sql`
    update download set status = 'cancelled', finished = now(), message = ${message}, progress = '{}'
    where ${which} and status = any(${[...DOWNLOAD_UNFINISHED]}::text[])
  `.execute(tx);
}
