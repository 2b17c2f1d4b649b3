import type { FileStore } from '@switchboard/engine';
import { LIMITS } from '@switchboard/model/limits';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

const BATCH = 50;
const KINDS = ['raw', 'table', 'result'] as const;

type Kept = { readonly account_id: string; readonly id: string };

/**
 * Removes plans and files of test runs whose results are not available any more. Their events stay. An interrupted sweep
 * continues where it stopped.
 * @param options.now epoch milliseconds
 * @returns how many test runs were swept
 */
export async function sweepTests(options: {
  readonly database: Database;
  readonly store: FileStore;
  readonly now: number;
}): Promise<number> {
  const { database, store } = options;
  const before = new Date(options.now - LIMITS.sampleAgeDays * DAY_MS);
  let swept = 0;
  for (let found = await closeBatch(database, before); found.length > 0; found = await closeBatch(database, before)) {
    for (const proof of found) {
      for (const unit of await unitsOf(database, proof)) await removeFiles(store, proof.account_id, unit);
      await database.withAccount(proof.account_id, (tx) =>
        sql`update proof set swept = now() where account_id = ${proof.account_id} and id = ${proof.id}`.execute(tx),
      );
      swept += 1;
    }
  }
  return swept;
}

/** Removes the plans of a batch of old test runs, so that they cannot run again. Their files are removed afterwards. */
function closeBatch(database: Database, before: Date): Promise<readonly Kept[]> {
  return database.withSystem(async (tx) => {
    // Locked before its units are read: retrying a unit locks this row first.
    const old = await sql<Kept>`
      select account_id, id from proof p where swept is null and created < ${before} and not exists (
        select 1 from flow f join unit u on u.account_id = f.account_id
          and (u.id = f.id or u.id in (select id from upload where account_id = f.account_id and flow_id = f.id))
        where f.account_id = p.account_id and f.proof_id = p.id and (u.state <> 'done' or f.finished > ${before})
      ) and not exists (
        select 1 from download d join unit u on u.account_id = d.account_id and u.id = d.id
        where d.account_id = p.account_id and d.proof_id = p.id and u.state <> 'done'
      ) order by created limit ${BATCH} for update skip locked
    `.execute(tx);
    for (const { account_id: accountId, id } of old.rows)
      await sql`update proof set plan = null where account_id = ${accountId} and id = ${id}`.execute(tx);
    return old.rows;
  });
}

function unitsOf(database: Database, { account_id: accountId, id }: Kept): Promise<readonly string[]> {
  return database.withAccount(accountId, async (tx) => {
    const found = await sql<{ id: string }>`
      select id from download where account_id = ${accountId} and proof_id = ${id}
      union all select id from flow where account_id = ${accountId} and proof_id = ${id}
      union all select u.id from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
        where u.account_id = ${accountId} and f.proof_id = ${id}
    `.execute(tx);
    return found.rows.map((row) => row.id);
  });
}

/** Removes files written by attempts of the unit. Files of production that it read have other keys. */
async function removeFiles(store: FileStore, accountId: string, unit: string): Promise<void> {
  for (const kind of KINDS) {
    const keys: string[] = [];
    for await (const { key } of store.list(`acct/${accountId}/${kind}/${unit}/`)) keys.push(key);
    for (const key of keys) await store.remove(key);
  }
}
