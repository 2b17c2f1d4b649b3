import type { PlanUpload } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Since when a declaration or its key is paused (epoch milliseconds), and the report dates that a person left out. */
export type Stop = { readonly since: number | null; readonly skipped: readonly string[] };

/** Pauses and dates left out of each upload and of its downloads, by upload. Nothing of them is late. */
export async function stopsByUpload(
  tx: Tx,
  accountId: string,
  uploads: readonly Pick<PlanUpload, 'name' | 'sources'>[],
): Promise<ReadonlyMap<string, readonly Stop[]>> {
  const wanted = uploads.map(({ name, sources }) => ({ name, sources }));
  const { rows } = await sql<Stop & { upload: string }>`
    select w.name as upload, (extract(epoch from least(d.paused_on, k.paused_on)) * 1000)::float8 as since, d.skipped_dates as skipped
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(name text, sources jsonb)
    cross join lateral (
      select account_id, key_id, paused_on, skipped_dates from upload_declaration where account_id = ${accountId} and name = w.name
      union all
      select account_id, key_id, paused_on, skipped_dates from download_declaration
      where account_id = ${accountId} and name in (select jsonb_array_elements_text(w.sources))
    ) d left join key k on k.account_id = d.account_id and k.id = d.key_id
    where d.skipped_dates <> '{}' or d.paused_on is not null or k.paused_on is not null
  `.execute(tx);
  return Map.groupBy(rows, ({ upload }) => upload);
}

/** @param dueAt when the date was due, epoch milliseconds */
export function isStopped({ since, skipped }: Stop, dueAt: number, date: string | null): boolean {
  return (since !== null && dueAt >= since) || (date !== null && skipped.includes(date));
}
