import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Secrets, Vault } from '../vault.ts';
import type { Expiry } from './key-content.ts';
import { recordKeyChange } from './record-key-change.ts';

export type KeyToStore = {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
  readonly secrets: Secrets;
  /** When something of it ends; null when it is not known to end. */
  readonly expiry?: Expiry | null;
  /** The person who adds it; absent for the system. */
  readonly personId?: string;
};

/**
 * Stores a key with sealed secrets, and returns its id. `claimKeyName` has ensured that the name is free.
 * See docs/design/keys.md.
 */
export async function addKey(tx: Tx, vault: Vault, accountId: string, key: KeyToStore): Promise<string> {
  const inserted = await sql<{ id: string }>`
    insert into key (account_id, name, type, description, properties, expires, expires_of, created_by, updated_by)
    values (${accountId}, ${key.name}, ${key.type}, ${key.description ?? ''}, ${JSON.stringify(key.properties)}::jsonb,
      ${key.expiry?.at ?? null}, ${key.expiry?.of ?? null}, ${key.personId ?? null}, ${key.personId ?? null})
    returning id
  `.execute(tx);
  const keyId = inserted.rows[0]?.id;
  if (keyId === undefined) throw new Error(`The key ${key.name} was not stored.`);
  const sealed = await vault.seal({ kind: 'key', accountId, id: keyId, type: key.type, version: 1 }, key.secrets);
  await sql`
    update key set secrets = ${sealed.secrets}, sealed_type = ${key.type}, wrapped_key = ${sealed.wrappedKey}, master_key_id = ${sealed.masterKeyId}
    where account_id = ${accountId} and id = ${keyId}
  `.execute(tx);
  await recordKeyChange(tx, { accountId, keyId, change: 'created', personId: key.personId ?? null });
  return keyId;
}
