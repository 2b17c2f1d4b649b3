import type { FileStore } from '@switchboard/engine';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';

const BATCH = 200;
/** Milliseconds for which an expired object stays: previews and comparisons that began to read it before end within minutes. */
export const EXPIRED_STAYS_MS = DAY_MS;

export type RemovalOptions = {
  readonly database: Database;
  readonly store: FileStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/**
 * Removes objects of an account from the store that expired a day ago. Test runs load raw files of production: what an unfinished
 * one names stays until it has ended. Interrupted, it goes on when it is called again.
 */
export async function removeExpiredObjects(
  { database, store, now }: RemovalOptions,
  accountId: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const before = new Date(now() - EXPIRED_STAYS_MS);
  let [count, bytes, after] = [0, 0, ''];
  for (;;) {
    const objects = await database.withSystem((tx) => expiredBefore(tx, accountId, before, after));
    const last = objects.at(-1);
    if (last === undefined) return { count, bytes };
    after = last.key;
    for (const { key } of objects) await store.remove(key);
    await database.withSystem((tx) =>
      sql`
        delete from expired_object
        where account_id = ${accountId}::uuid and key = any(${objects.map(({ key }) => key)}::text[])`.execute(tx),
    );
    count += objects.length;
    bytes += objects.reduce((total, object) => total + object.bytes, 0);
  }
}

async function expiredBefore(
  tx: Tx,
  accountId: string,
  before: Date,
  after: string,
): Promise<readonly { readonly key: string; readonly bytes: number }[]> {
  const { rows } = await sql<{ key: string; bytes: number }>`
    select key, bytes from expired_object x
    where account_id = ${accountId}::uuid and expired < ${before} and key > ${after} and not exists (
      select from download d where d.account_id = x.account_id and d.raw is not null
        and d.status in ('queued', 'requested', 'downloading', 'unpacking', 'retrying')
        and exists (select from jsonb_array_elements(d.raw) file where split_part(file ->> 'key', ';', 1) = x.key))
    order by key limit ${BATCH}`.execute(tx);
  return rows;
}
