import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Kind } from '../home/queries.ts';

/** Days before the last seven in which the last good report date is looked up. */
const LOOKBACK_DAYS = 90;

type LateUpload = { readonly name: string; readonly date: string };

/** Uploads since a day that missed their deadline and are not delivered, with their report dates, the oldest first. */
export async function openLateUploads(tx: Tx, accountId: string, since: string): Promise<readonly LateUpload[]> {
  const { rows } = await sql<LateUpload>`
    select upload_name as name, report_date::text as date from late_upload
    where account_id = ${accountId}::uuid and report_date >= ${since}::date and delivered is null
    order by report_date, upload_name
  `.execute(tx);
  return rows;
}

/**
 * The newest day before `before` of which each of these declarations has good rows, yyyy-MM-dd, by name. A day counts whose newest run has
 * completed with rows that are not all dirty, or found nothing new. Older days than the lookback are not read.
 */
export async function lastGoodDays(
  tx: Tx,
  accountId: string,
  { kind, names, before }: { readonly kind: Kind; readonly names: readonly string[]; readonly before: string },
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ readonly name: string; readonly day: string }>`
    select r.name, max(r.day)::text as day from newest_run r
    where r.account_id = ${accountId}::uuid and r.transfer = ${kind}
      and r.day < ${before}::date and r.day >= ${before}::date - ${LOOKBACK_DAYS}::int
      and r.name = any(${[...names]}::text[]) and r.status in ('completed', 'skipped')
      and r.dirty_row_status is distinct from 'all'
    group by r.name
  `.execute(tx);
  return new Map(rows.map(({ name, day }) => [name, day]));
}
