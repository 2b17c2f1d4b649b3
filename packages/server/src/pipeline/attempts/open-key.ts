import { type KeyProperties, secretsOf } from '@switchboard/connectors';
import { findKeyType, PipelineError, type PlanKey, withPresentNames } from '@switchboard/model';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Vault } from '../../identity/vault.ts';
import { learnSecrets } from '../../observe/scope.ts';

type KeyRow = {
  id: string;
  name: string;
  type: string;
  status: string;
  version: number;
  properties: Record<string, string | number | boolean | null>;
  secrets: Buffer | null;
  sealed_type: string | null;
  wrapped_key: Buffer | null;
  master_key_id: string | null;
};

/**
 * The properties and secrets of a key, for one use by a connector. The status is checked at each use.
 * @throws PipelineError KEY_MISSING, KEY_SUSPENDED
 */
export async function openKey(
  database: Database,
  vault: Vault,
  accountId: string,
  { id, name }: PlanKey,
  neededBy: string,
): Promise<KeyProperties> {
  const row = await database.withAccount(accountId, async (tx) => {
    const found = await sql<KeyRow>`
      select id, name, type, status, version, properties, secrets, sealed_type, wrapped_key, master_key_id from key
      where account_id = ${accountId} and id = ${id} and status <> 'archived'
    `.execute(tx);
    return found.rows[0];
  });
  if (!row) throw new PipelineError('KEY_MISSING', { name: neededBy, key: name });
  if (row.status !== 'active') throw new PipelineError('KEY_SUSPENDED', { name: neededBy, key: row.name });
  const key = { name: row.name, type: row.type, properties: row.properties };
  if (!row.secrets || !row.wrapped_key) return key;
  const secrets = vault.open(
    { kind: 'key', accountId, id: row.id, type: sealedType(row), version: row.version },
    { secrets: row.secrets, wrappedKey: row.wrapped_key, masterKeyId: row.master_key_id ?? '' },
  );
  const type = findKeyType(row.type);
  const named = type === undefined ? secrets : withPresentNames(type, secrets);
  const opened = { ...key, properties: { ...row.properties, ...named } };
  learnSecrets(secretsOf(opened));
  return opened;
}

/** The type with which the secrets were sealed: that of the key, or its former name. Any other type means tampering. */
function sealedType({ type, sealed_type }: KeyRow): string {
  if (sealed_type === null || sealed_type === type) return type;
  return findKeyType(type)?.formerNames?.includes(sealed_type) ? sealed_type : type;
}
