import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { type SealedColumn, textOf } from '../master-keys/sealed-column.ts';

/** A key of an account as it is stored. */
export type StoredAccountKey = {
  readonly reference: string;
  readonly wrapped: string;
  readonly fingerprint: string;
  /** Sealed with the master key. */
  readonly credentials: Buffer;
};

/** The id of the key with which new secrets of an account are sealed; null for none. Reads on a connection of its own. */
export async function currentKeyId(database: Database, accountId: string): Promise<string | null> {
  const { rows } = await database.aside.withSystem((tx) =>
    sql<{ id: string }>`select id from account_key where account_id = ${accountId}::uuid and is_current`.execute(tx),
  );
  return rows[0]?.id ?? null;
}

/** A key of an account; null when it is gone. Reads on a connection of its own. */
export async function readAccountKey(
  database: Database,
  accountId: string,
  id: string,
): Promise<StoredAccountKey | null> {
  const { rows } = await database.aside.withSystem((tx) =>
    sql<StoredAccountKey>`
      select reference, wrapped, fingerprint, credentials from account_key
      where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(tx),
  );
  return rows[0] ?? null;
}

/** Has new secrets sealed with this key. That before is retired. */
export async function addAccountKey(
  tx: Tx,
  accountId: string,
  key: StoredAccountKey & { readonly id: string; readonly masterKeyId: string; readonly personId: string },
): Promise<void> {
  await sql`
    insert into account_key (account_id, id, reference, wrapped, fingerprint, credentials, master_key_id, created_by)
    values (${accountId}::uuid, ${key.id}::uuid, ${key.reference}, ${key.wrapped}, ${key.fingerprint}, ${key.credentials},
      ${key.masterKeyId}, ${key.personId}::uuid)`.execute(tx);
}

/** Has new secrets sealed without a key of the account. Returns the reference of the key before; null for none. */
export async function retireAccountKey(tx: Tx, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ reference: string }>`
    update account_key set is_current = false, retired = now() where account_id = ${accountId}::uuid and is_current returning reference`.execute(
    tx,
  );
  return rows[0]?.reference ?? null;
}

/** How far the secrets of an account are sealed with its key. */
export type AccountKeyState = {
  readonly id: string;
  readonly reference: string;
  readonly created: Date;
  readonly is_current: boolean;
  readonly sealed_secrets: number;
  readonly secrets: number;
  readonly problem: string | null;
};

/** The key of an account, else one that secrets still leave; null for neither. */
export async function readAccountKeyState(tx: Tx, accountId: string): Promise<AccountKeyState | null> {
  const { rows } = await sql<AccountKeyState>`
    select a.id, a.reference, a.created, a.is_current, a.sealed_secrets, a.secrets, a.problem
    from account_key a where a.account_id = ${accountId}::uuid and (a.is_current or a.sealed_secrets > 0) order by a.is_current desc, a.id desc limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** The text that the credentials of a key are sealed for. */
export const purposeOf = (accountId: string, id: string): string => `account_key|${accountId}|${id}`;

/** The credentials of keys that accounts bring themselves. */
export const SEALED_ACCOUNT_KEYS: SealedColumn = {
  table: 'account_key',
  column: 'credentials',
  primaryKey: ['account_id', 'id'],
  others: [],
  scope: 'withSystem',
  purposeOf: (row) => purposeOf(textOf(row, 'account_id'), textOf(row, 'id')),
  update: (assignments, condition) => sql`update account_key set ${assignments} where ${condition}`,
};
