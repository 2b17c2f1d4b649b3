import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Vault } from '../vault.ts';
import type { Expiry, KeyContent } from './key-content.ts';
import { keyIdNamed } from './key-names.ts';
import type { SealedKey } from './open-key.ts';
import { recordKeyChange } from './record-key-change.ts';

/** A key as it is stored. */
export type StoredKey = SealedKey & {
  readonly name: string;
  readonly status: string;
  readonly description: string;
  readonly properties: KeyContent['properties'];
  readonly expires: Date | null;
  readonly expires_of: string | null;
  /** The person who saved it last; null for the system. */
  readonly person: string | null;
  readonly updated: Date;
};

const COLUMNS = sql`k.id, k.name, k.type, k.status, k.version, k.description, k.properties, k.secrets, k.sealed_type, k.wrapped_key,
  k.master_key_id, k.expires, k.expires_of, k.updated, (select name from person p where p.id = k.updated_by) as person`;

/** When something of a stored key ends; null when it is not known to end. */
export const expiryOf = ({ expires, expires_of: of }: StoredKey): Expiry | null =>
  expires === null ? null : { at: expires, of: of ?? '' };

/** The key that has this name now; null when none has. */
export async function readStoredKey(tx: Tx, accountId: string, name: string): Promise<StoredKey | null> {
  if (name.includes('\0')) return null;
  const { rows } = await sql<StoredKey>`
    select ${COLUMNS} from key k where k.account_id = ${accountId} and k.name = ${name} and k.status <> 'archived'
  `.execute(tx);
  return rows[0] ?? null;
}

/** The key that a name means: the one that has it, else the one that had it; null when there is none. */
export async function readKeyNamed(tx: Tx, accountId: string, name: string): Promise<StoredKey | null> {
  // PostgreSQL has no NUL character.
  if (name.includes('\0')) return null;
  const { rows } = await sql<StoredKey>`
    select ${COLUMNS} from key k where k.account_id = ${accountId}::uuid and k.id = ${keyIdNamed(accountId, name)}
  `.execute(tx);
  return rows[0] ?? null;
}

/** A key by its id, locked until the transaction ends: as suspending and unsuspending lock it. */
export async function lockStoredKey(tx: Tx, accountId: string, id: string): Promise<StoredKey | null> {
  const { rows } = await sql<StoredKey>`
    select ${COLUMNS} from key k where k.account_id = ${accountId} and k.id = ${id} and k.status <> 'archived' for no key update of k
  `.execute(tx);
  return rows[0] ?? null;
}

type KeyUpdate = {
  readonly accountId: string;
  readonly key: StoredKey;
  readonly content: KeyContent;
  readonly description: string;
  /** When something of it ends. Without it the end stays as it is known. */
  readonly expiry?: Expiry | null;
  readonly personId: string;
};

/** Stores the content of a key that the caller has locked, under a new version. */
export async function updateKey(
  tx: Tx,
  vault: Vault,
  { accountId, key, content, description, expiry, personId }: KeyUpdate,
): Promise<void> {
  const { id, type } = key;
  const version = key.version + 1;
  const isSealed = Object.keys(content.secrets).length > 0;
  const sealed = isSealed ? await vault.seal({ kind: 'key', accountId, id, type, version }, content.secrets) : null;
  await sql`
    update key set properties = ${JSON.stringify(content.properties)}::jsonb, description = ${description}, version = ${version},
      secrets = ${sealed?.secrets ?? null}, sealed_type = ${sealed && type}, wrapped_key = ${sealed?.wrappedKey ?? null},
      master_key_id = ${sealed?.masterKeyId ?? null}, updated = now(), updated_by = ${personId}
      ${expiry === undefined ? sql`` : sql`, expires = ${expiry?.at ?? null}, expires_of = ${expiry?.of ?? null}`}
    where account_id = ${accountId} and id = ${id}
  `.execute(tx);
}

/** Stores when something of a key ends. Nothing that a person has saved changes. */
export async function storeExpiry(tx: Tx, accountId: string, id: string, expiry: Expiry | null): Promise<void> {
  await sql`
    update key set expires = ${expiry?.at ?? null}, expires_of = ${expiry?.of ?? null}
    where account_id = ${accountId} and id = ${id} and expires is distinct from ${expiry?.at ?? null}
  `.execute(tx);
}

/**
 * Archives a key that the caller has locked: its name is free again, its secrets are erased, and no script finds it by a former
 * name. With an access to revoke, the secrets stay sealed under the same version until that was done: the row is due for it at
 * once (`revoke-accesses`).
 */
export async function archiveKey(
  tx: Tx,
  accountId: string,
  id: string,
  { personId, hasAccess }: { readonly personId: string; readonly hasAccess: boolean },
): Promise<void> {
  const secrets = hasAccess
    ? sql`access_due = now()`
    : sql`version = version + 1, secrets = null, sealed_type = null, wrapped_key = null, master_key_id = null`;
  await sql`
    update key set status = 'archived', suspended_reason = null, paused_on = null, ${secrets}, expires = null, expires_of = null,
      updated = now(), updated_by = ${personId}
    where account_id = ${accountId} and id = ${id}
  `.execute(tx);
  await sql`delete from key_alias where account_id = ${accountId} and key_id = ${id}`.execute(tx);
  await recordKeyChange(tx, { accountId, keyId: id, change: 'deleted', personId });
}

/** Records who has changed a key that the caller has locked. */
export async function markKeyChanged(tx: Tx, accountId: string, id: string, personId: string): Promise<void> {
  await sql`
    update key set updated = now(), updated_by = ${personId} where account_id = ${accountId} and id = ${id}
  `.execute(tx);
}

/** Merges properties into a key by its name and type. Returns whether there is one. */
export async function mergeProperties(
  tx: Tx,
  accountId: string,
  { name, type }: { readonly name: string; readonly type: string },
  properties: Readonly<Record<string, string | number>>,
): Promise<boolean> {
  const found = await sql`
    update key set properties = properties || ${JSON.stringify(properties)}::jsonb
    where account_id = ${accountId} and name = ${name} and type = ${type} and status <> 'archived'
  `.execute(tx);
  return (found.numAffectedRows ?? 0n) > 0n;
}

/**
 * Statement that notes the ends of keys before `until`, each end once and the next ones first. Its rows are account_id, id and
 * expires. Several programs may run it side by side.
 */
export const noteKeyEnds = (until: RawBuilder<Date>, limit: number): RawBuilder<unknown> => sql`
  with due as materialized (
    select account_id, id from key
    where expires < ${until} and status <> 'archived' and expiry_noted is distinct from expires
    order by expires limit ${sql.lit(limit)} for no key update skip locked
  )
  update key k set expiry_noted = k.expires from due where k.account_id = due.account_id and k.id = due.id
  returning k.account_id, k.id, k.expires`;
