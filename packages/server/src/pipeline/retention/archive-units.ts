import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Runs that one transaction archives. */
export const ARCHIVED_AT_ONCE = 200;
/** Archived runs that one transaction moves to other months. */
export const REFILED_AT_ONCE = 2_000;

/** Days for which archived runs are kept, as the database stores them: 0 for ever. */
const stored = (days: number | null): number => days ?? 0;

/** How many downloads, flows and uploads of an account would move to the archive. */
export async function countArchivable(tx: Tx, accountId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with moving as (select coalesce(array_agg(id), '{}') as flows from archivable_flows(${accountId}::uuid, ${before}))
    select (cardinality(m.flows)
      + (select count(*) from upload p where p.account_id = ${accountId}::uuid and p.flow_id = any(m.flows))
      + (select count(*) from archivable_downloads(${accountId}::uuid, ${before}, m.flows)))::int as count
    from moving m`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Moves the oldest runs of an account to the archive: flows with their uploads, and downloads once no flow reads them. Their units stay
 * locked; those that somebody works with are left for later.
 * @param keptDays days after their end for which they stay in the archive; null: for ever
 * @returns how many units; 0 once none is left
 */
export async function archiveUnits(
  tx: Tx,
  accountId: string,
  { before, keptDays }: { readonly before: Date; readonly keptDays: number | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select archive_units(${accountId}::uuid, ${before}, ${stored(keptDays)}::int, ${ARCHIVED_AT_ONCE}::int) as count`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Moves archived runs to the months of a retention that has changed. Returns how many; 0 once none is left. */
export async function refileArchive(tx: Tx, accountId: string, keptDays: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select refile_archive(${accountId}::uuid, ${stored(keptDays)}::int, ${REFILED_AT_ONCE}::int) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** How many archived runs of an account are in months that have come. */
export async function countExpiredArchive(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unit_archive
    where account_id = ${accountId}::uuid and expires in (select month from expired_archive_months() month)`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
