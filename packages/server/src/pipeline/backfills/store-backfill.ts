import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type BackfillToAdd = {
  readonly accountId: string;
  readonly title: string;
  readonly description: string;
  /** yyyy-MM-dd. */
  readonly start: string;
  readonly end: string;
  readonly changelistId: string;
  readonly uploads: readonly string[];
  readonly downloads: readonly string[];
  /** The person's id. */
  readonly createdBy: string;
};

/**
 * Adds a backfill that holds its uploads' dates, and returns its id.
 * @throws an error of constraint `backfill_conflict` when another backfill holds one of the dates
 */
export async function addBackfill(tx: Tx, backfill: BackfillToAdd): Promise<string> {
  const { accountId, start, end, uploads } = backfill;
  const inserted = await sql<{ id: string }>`
    insert into backfill (account_id, title, description, start_date, end_date, changelist_id, upload_names, download_names,
      created_by)
    values (${accountId}, ${backfill.title}, ${backfill.description}, ${start}::date, ${end}::date, ${backfill.changelistId},
      ${[...uploads]}::text[], ${[...backfill.downloads]}::text[], ${backfill.createdBy})
    returning id
  `.execute(tx);
  const id = inserted.rows[0]?.id;
  if (id === undefined) throw new Error('The backfill was not stored.');
  await sql`
    insert into backfill_upload (account_id, backfill_id, upload_name, dates)
    select ${accountId}, ${id}, name, daterange(${start}::date, ${end}::date, '[]')
    from unnest(${[...uploads]}::text[]) as chosen(name)
  `.execute(tx);
  return id;
}

/** Changes the texts of a backfill; null keeps one. Returns false when there is no such backfill. */
export async function editBackfill(
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  { title, description }: { readonly title: string | null; readonly description: string | null },
): Promise<boolean> {
  const edited = await sql`
    update backfill set title = coalesce(${title}, title), description = coalesce(${description}, description)
    where account_id = ${accountId} and id = ${id}
  `.execute(tx);
  return edited.numAffectedRows === 1n;
}
