import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/**
 * Locks the decision about the downloads of a source's files until the transaction ends. Locks are taken in this order: this
 * one, units, the source's row.
 */
export async function lockFiles(tx: Tx, accountId: string, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${accountId} ${source}`}, 0))`.execute(tx);
}

/** Takes the same lock without waiting, for a caller that holds the source's row already. False when it is taken. */
export async function tryLockFiles(tx: Tx, accountId: string, source: string): Promise<boolean> {
  const tried = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`files ${accountId} ${source}`}, 0)) as locked
  `.execute(tx);
  return tried.rows[0]?.locked === true;
}
