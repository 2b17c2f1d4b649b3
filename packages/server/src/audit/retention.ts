import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { recordAudit } from './record-audit.ts';

/** Entries that one transaction removes. */
const BATCH = 20_000;

/** Days for which entries are kept; null for ever. */
export type RetentionDays = number | null;

/** The days of an account, or of the installation for null. Null where none are set. */
export async function readRetention(tx: Tx, accountId: string | null): Promise<RetentionDays> {
  const { rows } = await sql<{ days: number }>`
    select days from audit_retention where account_id is not distinct from ${accountId}::uuid`.execute(tx);
  return rows[0]?.days ?? null;
}

/** Sets for how long entries of an account, or of the installation for null, are kept. Records that in the audit log. */
export async function setRetention(
  tx: Tx,
  accountId: string | null,
  days: RetentionDays,
  personId: string | null,
): Promise<void> {
  const before = await readRetention(tx, accountId);
  if (before === days) return;
  await (days === null
    ? sql`delete from audit_retention where account_id is not distinct from ${accountId}::uuid`
    : sql`
        insert into audit_retention (account_id, days, updated_by) values (${accountId}::uuid, ${days}, ${personId}::uuid)
        on conflict (chain) do update set days = excluded.days, updated = now(), updated_by = excluded.updated_by`
  ).execute(tx);
  await recordAudit(tx, { kind: 'audit_retention_changed', accountId, before: { days: before }, after: { days } });
}

/**
 * Removes entries that are older than their chain keeps them, chain by chain.
 * @param batch entries that one transaction removes at most
 * @returns how many
 */
export async function expireEntries(database: Database, batch = BATCH): Promise<number> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ chain: string }>`
      select c.chain from (select id as chain from account union all select '00000000-0000-0000-0000-000000000000'::uuid) c
      where exists (select from audit_retention r where r.account_id is null or r.chain = c.chain)
      order by c.chain`.execute(tx),
  );
  let removed = 0;
  for (const { chain } of rows) {
    for (let count = batch; count === batch; removed += count) {
      const answer = await database.withSystem((tx) =>
        sql<{ count: number }>`select expire_audit_entries(${chain}::uuid, ${batch}) as count`.execute(tx),
      );
      count = answer.rows[0]?.count ?? 0;
    }
  }
  return removed;
}
