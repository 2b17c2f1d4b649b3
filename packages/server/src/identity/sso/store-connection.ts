import type { Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { textOf } from '../master-keys/sealed-column.ts';
import { secretColumn } from '../master-keys/secret-column.ts';
import type { Vault } from '../vault.ts';
import type { SsoKind } from './connection-settings.ts';

/** A connection as people see it: without its secret. */
export type SsoConnectionRow = {
  readonly id: string;
  readonly account_id: string;
  readonly kind: SsoKind;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Version of the secret, which is bound to it. */
  readonly version: number;
  /** Rises with each change that a person saves. */
  readonly edit_version: number;
  readonly default_role: Role | null;
  readonly enabled: boolean;
  readonly sso_only: boolean;
  readonly first_used: Date | null;
  readonly created: Date;
  readonly created_by: string | null;
  readonly updated: Date;
  readonly updated_by: string | null;
};

/** The values of a connection that people change. */
export type SsoConnectionContent = Pick<SsoConnectionRow, 'name' | 'settings' | 'default_role' | 'enabled'>;

const COLUMNS = sql`id, account_id, kind, name, settings, version, edit_version, default_role, enabled, sso_only, first_used, created, created_by,
  updated, updated_by`;

/** The account's connections, the oldest first. */
export async function listSsoConnections(tx: Tx, accountId: string): Promise<readonly SsoConnectionRow[]> {
  const { rows } = await sql<SsoConnectionRow>`
    select ${COLUMNS} from sso_connection where account_id = ${accountId}::uuid order by created, id`.execute(tx);
  return rows;
}

/** A connection of the account, locked until the transaction ends; null when there is none with this id. */
export async function lockSsoConnection(tx: Tx, accountId: string, id: string): Promise<SsoConnectionRow | null> {
  const { rows } = await sql<SsoConnectionRow>`
    select ${COLUMNS} from sso_connection where account_id = ${accountId}::uuid and id = ${id}::uuid
    for no key update`.execute(tx);
  return rows[0] ?? null;
}

type Change = {
  readonly accountId: string;
  readonly personId: string;
  readonly content: SsoConnectionContent;
  /** Undefined keeps the secret, null erases it. */
  readonly secret: string | null | undefined;
};

export async function addSsoConnection(
  tx: Tx,
  vault: Vault,
  kind: SsoKind,
  { accountId, personId, content, secret }: Change,
): Promise<string> {
  const id = crypto.randomUUID();
  const sealed = await sealSecret(vault, { accountId, id, kind, version: 1 }, secret ?? null);
  await sql`
    insert into sso_connection (account_id, id, kind, name, settings, default_role, enabled, secrets, wrapped_key, master_key_id,
      created_by, updated_by)
    values (${accountId}::uuid, ${id}::uuid, ${kind}, ${content.name}, ${JSON.stringify(content.settings)}::jsonb,
      ${content.default_role}, ${content.enabled}, ${sealed?.secrets ?? null}, ${sealed?.wrappedKey ?? null},
      ${sealed?.masterKeyId ?? null}, ${personId}::uuid, ${personId}::uuid)`.execute(tx);
  return id;
}

/** Changes a connection that the caller has locked. The version of its secret, which is bound to it, rises with a new one. */
export async function updateSsoConnection(
  tx: Tx,
  vault: Vault,
  before: SsoConnectionRow,
  { accountId, personId, content, secret }: Change,
): Promise<void> {
  const { id, kind } = before;
  const version = before.version + 1;
  const sealed = await sealSecret(vault, { accountId, id, kind, version }, secret ?? null);
  const replaced =
    secret === undefined
      ? sql``
      : sql`, version = ${version}, secrets = ${sealed?.secrets ?? null}, wrapped_key = ${sealed?.wrappedKey ?? null},
          master_key_id = ${sealed?.masterKeyId ?? null}`;
  await sql`
    update sso_connection set name = ${content.name}, settings = ${JSON.stringify(content.settings)}::jsonb,
      default_role = ${content.default_role}, enabled = ${content.enabled}, edit_version = edit_version + 1, updated = now(), updated_by = ${personId}::uuid ${replaced}
    where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(tx);
}

type Owner = { readonly accountId: string; readonly id: string; readonly kind: SsoKind; readonly version: number };

/** The binding of a connection's secret. */
export const ownerOf = ({ kind, ...owner }: Owner) => ({ ...owner, kind: 'sso_connection', type: kind }) as const;

const sealSecret = async (vault: Vault, owner: Owner, secret: string | null) =>
  secret === null ? null : vault.seal(ownerOf(owner), { client_secret: secret });

export async function deleteSsoConnection(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`delete from sso_connection where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(tx);
}

/** Stores whether people of the verified domains sign in only through a connection. */
export async function storeSsoOnly(
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  isOnly: boolean,
): Promise<void> {
  await sql`
    update sso_connection set sso_only = ${isOnly}, edit_version = edit_version + 1 where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(
    tx,
  );
}

/** The data keys of the secrets of connections. */
export const SEALED_CONNECTIONS = secretColumn('sso_connection', {
  primaryKey: ['account_id', 'id'],
  others: ['kind'],
  typeOf: (row) => textOf(row, 'kind'),
  update: (assignments, condition) => sql`update sso_connection set ${assignments} where ${condition}`,
});
