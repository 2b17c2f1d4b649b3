import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Vault } from '../vault.ts';
import { ownerOf, type SsoConnectionRow } from './store-connection.ts';

/** A connection with its secret, for a sign-in. */
export type OpenSsoConnection = Pick<SsoConnectionRow, 'id' | 'kind' | 'name' | 'settings' | 'default_role'> & {
  readonly accountId: string;
  /** Null for none. */
  readonly secret: string | null;
};

/** An enabled connection of an active account; null without one. */
export async function openSsoConnection(tx: Tx, vault: Vault, id: string): Promise<OpenSsoConnection | null> {
  const { rows } = await sql<
    SsoConnectionRow & { secrets: Buffer | null; wrapped_key: Buffer | null; master_key_id: string | null }
  >`
    select c.* from sso_connection c join account a on a.id = c.account_id and a.status = 'active'
    where c.id = ${id}::uuid and c.enabled`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const {
    kind,
    name,
    settings,
    default_role,
    account_id: accountId,
    version,
    secrets,
    wrapped_key,
    master_key_id,
  } = row;
  const sealed =
    secrets === null || wrapped_key === null || master_key_id === null
      ? null
      : { secrets, wrappedKey: wrapped_key, masterKeyId: master_key_id };
  const opened = sealed === null ? {} : await vault.open(ownerOf({ accountId, id, kind, version }), sealed);
  return { id, kind, name, settings, default_role, accountId, secret: opened['client_secret'] ?? null };
}
