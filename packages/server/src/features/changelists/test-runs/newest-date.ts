import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** The newest report date for which production has files of every one of these dated sources; null without such a date. */
export async function newestDateOfAll(tx: Tx, accountId: string, sources: readonly string[]): Promise<string | null> {
  const found = await sql<{ report_date: string }>`
    select report_date::text as report_date from download
    where account_id = ${accountId} and source = any(${[...sources]}::text[]) and purpose = 'production'
      and status = 'completed' and raw is not null and raw_removed is null and report_date is not null
    group by report_date having count(distinct source) = ${sources.length} order by report_date desc limit 1
  `.execute(tx);
  return found.rows[0]?.report_date ?? null;
}
