import { sql } from 'kysely';
import { textOf } from '../../identity/master-keys/sealed-column.ts';
import { secretColumn } from '../../identity/master-keys/secret-column.ts';
import type { Secrets, Vault } from '../../identity/vault.ts';
import { learnSecrets } from '../../observe/scope.ts';

/** The columns of an integration that its secrets are sealed in, and bound to. */
export type SealedIntegration = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly secrets: Buffer | null;
  readonly wrapped_key: Buffer | null;
  readonly master_key_id: string | null;
};

/**
 * The secrets of an integration by the name of their field; empty when it has none.
 * @throws AccountKeyError; Error when they were sealed with another master key, or modified
 */
export async function openIntegrationSecrets(
  vault: Vault,
  accountId: string,
  row: SealedIntegration,
): Promise<Secrets> {
  const { id, type, version } = row;
  if (!row.secrets || !row.wrapped_key) return {};
  const secrets = await vault.open(
    { kind: 'integration', accountId, id, type, version },
    { secrets: row.secrets, wrappedKey: row.wrapped_key, masterKeyId: row.master_key_id ?? '' },
  );
  learnSecrets(Object.values(secrets));
  return secrets;
}

/** The data keys of the secrets of integrations. */
export const SEALED_INTEGRATIONS = secretColumn('integration', {
  primaryKey: ['account_id', 'id'],
  others: ['type'],
  typeOf: (row) => textOf(row, 'type'),
  update: (assignments, condition) => sql`update integration set ${assignments} where ${condition}`,
});
