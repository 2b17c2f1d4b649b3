import type { FileStore } from '@switchboard/engine';
import { LIMITS } from '@switchboard/model/limits';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

const BATCH = 100;

type Mail = { readonly account_id: string; readonly id: string };

export type SweepMailOptions = {
  readonly database: Database;
  readonly store: FileStore;
  /** Epoch milliseconds. */
  readonly now: number;
};

/**
 * Removes mail that no rule took, or that was rejected, once it is older than the limit, with its files. Mail with a path stays, since
 * downloads read it. Files go first: an interrupted sweep continues where it stopped.
 * @returns how many mails were removed
 */
export async function sweepMail({ database, store, now }: SweepMailOptions): Promise<number> {
  const before = new Date(now - LIMITS.unreadMailDays * DAY_MS);
  let removed = 0;
  for (;;) {
    const old = await database.withSystem((tx) =>
      sql<Mail>`
        select account_id, id from received_mail where path is null and received < ${before} order by received limit ${BATCH}
      `.execute(tx),
    );
    for (const mail of old.rows) if (await removeMail(database, store, mail)) removed += 1;
    if (old.rows.length < BATCH) return removed;
  }
}

async function removeMail(database: Database, store: FileStore, { account_id: accountId, id }: Mail): Promise<boolean> {
  return database.withAccount(accountId, async (tx) => {
    // Locked: a replay at the same time gives it a path, and then it stays.
    const locked = await sql`
      select from received_mail where account_id = ${accountId} and id = ${id} and path is null for update skip locked
    `.execute(tx);
    if (locked.rows.length === 0) return false;
    const files = await sql<{ store_key: string }>`
      select store_key from received_file where account_id = ${accountId} and mail_id = ${id}
    `.execute(tx);
    for (const { store_key: key } of files.rows) await store.remove(key);
    await sql`delete from received_mail where account_id = ${accountId} and id = ${id}`.execute(tx);
    return true;
  });
}
