import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '@switchboard/engine';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { leaveErasedAccount } from '../../identity/accounts/store-account.ts';
import { type AccountTable, readAccountTables } from './account-tables.ts';

/** Rows that one transaction deletes. */
const BATCH = 5_000;

export type ErasureOptions = {
  readonly database: Database;
  readonly store: FileStore;
  /** Folders of this machine that have one folder for each account, by its id. */
  readonly folders: readonly string[];
  /** Called before each transaction and each object that is removed. It may throw: what is left is erased by the next call. */
  readonly onStep?: (step: 'rows' | 'object' | 'audit' | 'end') => Promise<void>;
};

/**
 * Erases an account whose erasure has begun: its rows in every table, its objects in the store, its folders, then its audit log. May
 * be interrupted anywhere and called again, also by several processes at once; the last transaction takes effect once. It leaves the
 * account's row without a name, and one entry in the audit log of the installation.
 * @returns waits: attempts of its work still run, a target of the installation has not received its audit log, or rows were added
 *   meanwhile; call again
 */
export async function eraseAccount(options: ErasureOptions, accountId: string): Promise<'erased' | 'waits'> {
  const { database, onStep = async () => undefined } = options;
  if (await hasRunningWork(database, accountId)) return 'waits';
  const tables = await database.withSystem(readAccountTables);
  await deleteRows(options, accountId, tables);
  await removeFiles(options, accountId);
  if (await isStreaming(database, accountId)) return 'waits';
  for (let count = BATCH; count === BATCH; ) {
    await onStep('audit');
    count = await database.withSystem((tx) => deleteEntries(tx, accountId, false));
  }
  await onStep('end');
  return database.withSystem((tx) => finish(tx, accountId, tables));
}

/** Removes the objects and the folders of an account whose erasure has begun. */
async function removeFiles(
  { store, folders, onStep = async () => undefined }: Omit<ErasureOptions, 'database'>,
  accountId: string,
): Promise<void> {
  for await (const { key } of store.list(`acct/${accountId}/`)) {
    await onStep('object');
    await store.remove(key);
  }
  for (const folder of folders) await rm(join(folder, accountId), { recursive: true, force: true });
}

/** Removes what was added to an account that was erased within the last hour: rows, entries of its audit log, objects, folders. */
export async function removeLateWrites(
  options: ErasureOptions & { readonly tables: readonly AccountTable[] },
  accountId: string,
): Promise<void> {
  await deleteRows(options, accountId, options.tables);
  await options.database.withSystem((tx) => deleteEntries(tx, accountId, true));
  await removeFiles(options, accountId);
}

/** Whether an attempt may still write for the account. None begins in one that is deactivated. */
async function hasRunningWork(database: Database, accountId: string): Promise<boolean> {
  const { rows } = await database.withSystem((tx) =>
    sql`select from unit where account_id = ${accountId}::uuid and state = 'running' and lease_until > now() limit 1`.execute(
      tx,
    ),
  );
  return rows.length > 0;
}

/** Whether a target of the installation has not received the whole audit log of the account. The account's own streams are gone. */
async function isStreaming(database: Database, accountId: string): Promise<boolean> {
  const { rows } = await database.withSystem((tx) =>
    sql`
      select from audit_stream s
      where s.account_id is null and s.chain = ${accountId}::uuid
        and exists (select from audit_entry e where e.chain = s.chain and e.sequence > s.sequence)`.execute(tx),
  );
  return rows.length > 0;
}

/** Deletes rows table by table, until a round finds none: triggers add rows about those that are deleted. */
async function deleteRows(
  { database, onStep = async () => undefined }: ErasureOptions,
  accountId: string,
  tables: readonly AccountTable[],
): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    removed = 0;
    for (const { name, refersToItself } of tables) {
      // Rows that refer to each other leave in one statement.
      const batch = refersToItself ? null : BATCH;
      let count: number;
      do {
        await onStep('rows');
        count = await database.withSystem((tx) => deleteSome(tx, accountId, name, batch));
        removed += count;
      } while (batch !== null && count === batch);
    }
  }
}

/** Returns how many rows it deleted. */
async function deleteSome(tx: Tx, accountId: string, table: string, batch: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select erase_account_rows(${accountId}::uuid, ${table}::text::regclass, ${batch}::int) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function deleteEntries(tx: Tx, accountId: string, withNewest: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select erase_audit_entries(${accountId}::uuid, ${BATCH}::int, ${withNewest}) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

type Begun = {
  readonly url_name: string;
  readonly name: string;
  readonly erasure_by: string | null;
  readonly deactivated_on: Date | null;
};

/** Deletes the rest of the audit log, and records what it was: the lock on the account keeps rows from being added. */
async function finish(tx: Tx, accountId: string, tables: readonly AccountTable[]): Promise<'erased' | 'waits'> {
  const { rows } = await sql<Begun>`
    select url_name, name, erasure_by, deactivated_on from account
    where id = ${accountId}::uuid and erasure_started is not null and erased is null for update`.execute(tx);
  const [account] = rows;
  if (account === undefined) return 'erased';
  let found = 0;
  for (const { name } of tables) found += await deleteSome(tx, accountId, name, null);
  if (found > 0) return 'waits';
  const { rows: heads } = await sql<{ sequence: number | null; hash: Buffer | null }>`
    select sequence, hash from audit_entry where chain = ${accountId}::uuid order by sequence desc nulls last limit 1`.execute(
    tx,
  );
  for (let count = BATCH; count === BATCH; ) count = await deleteEntries(tx, accountId, true);
  await leaveErasedAccount(tx, accountId);
  await recordAudit(tx, {
    kind: 'account_erased',
    accountId: null,
    actor: account.erasure_by === null ? { kind: 'system' } : { kind: 'person', personId: account.erasure_by },
    target: { kind: 'account', id: accountId, name: account.url_name },
    before: {
      name: account.name,
      deactivated: account.deactivated_on?.toISOString() ?? null,
      entries: heads[0]?.sequence ?? 0,
      hash: heads[0]?.hash?.toString('hex') ?? null,
    },
  });
  return 'erased';
}
