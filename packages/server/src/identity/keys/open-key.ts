import { type KeyAccess, type KeyProperties, secretsOf } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { findKeyType, oauthOf, withPresentNames } from '@switchboard/model/key-types/key-types';
import type { PlanKey } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { learnSecrets } from '../../observe/scope.ts';
import { AccountKeyError } from '../account-keys/account-keys.ts';
import { textOf } from '../master-keys/sealed-column.ts';
import { secretColumn } from '../master-keys/secret-column.ts';
import type { Secrets, Vault } from '../vault.ts';

/** The columns of a key that its secrets are sealed in, and bound to. */
export type SealedKey = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly secrets: Buffer | null;
  readonly sealed_type: string | null;
  readonly wrapped_key: Buffer | null;
  readonly master_key_id: string | null;
};

type KeyRow = SealedKey & {
  readonly name: string;
  readonly status: string;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
};

/** Gives an open key its access tokens. Their errors name what needs the key. */
export type OpenKeyAccess = (accountId: string, key: PlanKey, neededBy: string) => KeyAccess;

/**
 * The properties and secrets of a key, for one use by a connector. The status is checked at each use.
 * @param openAccess of keys that were connected by OAuth; without it they are used with the token that is stored
 * @throws PipelineError KEY_MISSING, KEY_SUSPENDED, ACCOUNT_KEY_UNAVAILABLE
 */
export async function openKey(
  database: Database,
  vault: Vault,
  accountId: string,
  { id, name }: PlanKey,
  neededBy: string,
  openAccess?: OpenKeyAccess,
): Promise<KeyProperties> {
  const row = await database.withAccount(accountId, async (tx) => {
    const found = await sql<KeyRow>`
      select id, name, type, status, version, properties, secrets, sealed_type, wrapped_key, master_key_id from key
      where account_id = ${accountId} and id = ${id} and status <> 'archived'
    `.execute(tx);
    return found.rows[0];
  });
  if (!row) throw new PipelineError('KEY_MISSING', { name: neededBy, key: name });
  // What runs while a person pauses the key is finished with it.
  if (row.status === 'suspended') throw new PipelineError('KEY_SUSPENDED', { name: neededBy, key: row.name });
  const key = { name: row.name, type: row.type, properties: row.properties };
  const secrets = await openSecrets(vault, accountId, row).catch(throwUnavailable(neededBy, row.name));
  const opened = { ...key, properties: { ...row.properties, ...secrets } };
  learnSecrets(secretsOf(opened));
  const type = findKeyType(row.type);
  if (openAccess === undefined || type === undefined || oauthOf(type) === undefined) return opened;
  return { ...opened, access: openAccess(accountId, { id, name: row.name }, neededBy) };
}

/** Translates that the account's own key does not open a key. */
export const throwUnavailable =
  (neededBy: string, key: string) =>
  (error: unknown): never => {
    if (!(error instanceof AccountKeyError)) throw error;
    const { reason } = error;
    throw new PipelineError('ACCOUNT_KEY_UNAVAILABLE', { name: neededBy, key, reason }, { cause: error });
  };

/**
 * The secrets of a key under the present names of their fields; empty when it has none.
 * @throws AccountKeyError; Error when they were sealed with another master key, or modified
 */
export async function openSecrets(vault: Vault, accountId: string, row: SealedKey): Promise<Secrets> {
  if (!row.secrets || !row.wrapped_key) return {};
  const secrets = await vault.open(
    { kind: 'key', accountId, id: row.id, type: sealedType(row), version: row.version },
    { secrets: row.secrets, wrappedKey: row.wrapped_key, masterKeyId: row.master_key_id ?? '' },
  );
  const type = findKeyType(row.type);
  return type === undefined ? secrets : withPresentNames(type, secrets);
}

/** The type with which the secrets were sealed: that of the key, or its former name. Any other type means tampering. */
function sealedType({ type, sealed_type }: SealedKey): string {
  if (sealed_type === null || sealed_type === type) return type;
  return findKeyType(type)?.formerNames?.includes(sealed_type) ? sealed_type : type;
}

/** The data keys of the secrets of keys. */
export const SEALED_KEYS = secretColumn('key', {
  primaryKey: ['account_id', 'id'],
  others: ['type', 'sealed_type'],
  typeOf: (row) => textOf(row, row['sealed_type'] === null ? 'type' : 'sealed_type'),
  update: (assignments, condition) => sql`update key set ${assignments} where ${condition}`,
});
