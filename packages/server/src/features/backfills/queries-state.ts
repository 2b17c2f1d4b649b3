import { BACKFILL_ACTIVE, type DateRange } from '@switchboard/model/backfill';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { hasGoodRowsIn } from '../../pipeline/state/unit-status.ts';
import type { ActiveBackfill, BackfillState, DeliveredUpload } from './preview-backfill.ts';

/** Backfills in progress that contain one of these uploads and report dates, oldest first. */
export async function activeBackfills(
  tx: Tx,
  accountId: string,
  uploads: readonly string[],
  range: DateRange,
): Promise<ActiveBackfill[]> {
  const found = await sql<ActiveBackfill>`
    select id, title, start_date::text as start, end_date::text as "end", upload_names as uploads from backfill
    where account_id = ${accountId}::uuid and status = any(${[...BACKFILL_ACTIVE]}::text[])
      and upload_names && ${[...uploads]}::text[]
      and start_date <= ${range.end}::date and end_date >= ${range.start}::date
    order by id
  `.execute(tx);
  return found.rows;
}

/** Reads the state for a preview of these uploads and dates. */
export async function backfillState(
  tx: Tx,
  accountId: string,
  changelistId: string,
  uploads: readonly string[],
  range: DateRange,
): Promise<BackfillState> {
  return {
    active: await activeBackfills(tx, accountId, uploads, range),
    delivered: await deliveredUploads(tx, accountId, changelistId, uploads, range),
  };
}

/** The newest completed upload of this script for each name and date, unless a newer input exists. */
async function deliveredUploads(
  tx: Tx,
  accountId: string,
  changelistId: string,
  uploads: readonly string[],
  range: DateRange,
): Promise<DeliveredUpload[]> {
  const found = await sql<{ name: string; report_date: string | null; id: string; finished: Date }>`
    select newest.* from (
      select distinct on (u.name, u.report_date) u.name, u.report_date::text as report_date, u.id, u.finished
      from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
      where u.account_id = ${accountId}::uuid and u.name = any(${[...uploads]}::text[]) and u.status = 'completed'
        and u.purpose in ('production', 'backfill') and f.changelist_id = ${changelistId}::uuid
        and (u.report_date between ${range.start}::date and ${range.end}::date or u.report_date is null)
      order by u.name, u.report_date, u.finished desc
    ) newest
    where not exists (
      select from upload_input i
      join download used on used.account_id = i.account_id and used.id = i.download_id
      join download later on later.account_id = used.account_id and later.source = used.source
        and later.report_date is not distinct from used.report_date and later.finished > used.finished
        and ${hasGoodRowsIn('later')} and later.purpose in ('production', 'backfill')
      where i.account_id = ${accountId}::uuid and i.upload_id = newest.id
    )
  `.execute(tx);
  return found.rows.map(({ name, report_date: reportDate, id: uploadId, finished }) => ({
    name,
    reportDate,
    uploadId,
    finished,
  }));
}
