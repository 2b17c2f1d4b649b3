import type { StreamType } from '@switchboard/model/audit-streams/stream-address';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { textOf } from '../../identity/master-keys/sealed-column.ts';
import { secretColumn } from '../../identity/master-keys/secret-column.ts';
import type { SecretOwner, Secrets, Vault } from '../../identity/vault.ts';
import { learnSecrets } from '../../observe/scope.ts';

/** Streams that an account may have. */
export const MAX_STREAMS = 5;

/** The columns of a stream that its secrets are sealed in, and bound to: those of one host cannot be opened for another. */
export type SealedStream = {
  readonly id: string;
  readonly account_id: string;
  readonly type: StreamType;
  readonly host: string;
  readonly version: number;
  readonly secrets: Buffer | null;
  readonly wrapped_key: Buffer | null;
  readonly master_key_id: string | null;
};

/** A stream of an account. */
export type StoredStream = SealedStream & {
  readonly address: string;
  readonly authority: string | null;
  readonly enabled: boolean;
};

export type StreamContent = Pick<StoredStream, 'address' | 'host' | 'authority' | 'enabled'> & {
  readonly secrets: Secrets;
};

const ownerOf = ({
  id,
  account_id: accountId,
  type,
  host,
  version,
}: Omit<SealedStream, 'secrets' | 'wrapped_key' | 'master_key_id'>): SecretOwner => ({
  kind: 'audit_stream',
  accountId,
  id,
  type: `${type} ${host}`,
  version,
});

/**
 * The secrets of a stream by name; empty when it has none.
 * @throws AccountKeyError; Error when they were sealed for another host or with another master key, or modified
 */
export async function openStreamSecrets(vault: Vault, row: SealedStream): Promise<Secrets> {
  if (!row.secrets || !row.wrapped_key) return {};
  const sealed = { secrets: row.secrets, wrappedKey: row.wrapped_key, masterKeyId: row.master_key_id ?? '' };
  const secrets = await vault.open(ownerOf(row), sealed);
  learnSecrets(Object.values(secrets));
  return secrets;
}

/** @param lock until the transaction ends */
export async function readStream(tx: Tx, accountId: string, id: string, lock = false): Promise<StoredStream | null> {
  const { rows } = await sql<StoredStream>`
    select id, account_id, type, address, host, authority, enabled, version, secrets, wrapped_key, master_key_id
    from audit_stream where account_id = ${accountId}::uuid and id = ${id}::uuid
    ${lock ? sql`for update` : sql``}`.execute(tx);
  return rows[0] ?? null;
}

export async function countStreams(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ streams: number }>`
    select count(*) as streams from audit_stream where account_id = ${accountId}::uuid`.execute(tx);
  return rows[0]?.streams ?? 0;
}

type Change = {
  readonly before: StoredStream | null;
  readonly type: StreamType;
  readonly content: StreamContent;
  readonly personId: string;
};

/** Stores a stream, a new one for `before: null`. What it failed by is forgotten: it is tried at once. Returns its id. */
export async function putStream(tx: Tx, vault: Vault, accountId: string, change: Change): Promise<string> {
  const { before, type, content, personId } = change;
  const id = before?.id ?? (await newId(tx));
  const version = (before?.version ?? 0) + 1;
  const { address, host, authority, enabled, secrets } = content;
  const sealed =
    Object.keys(secrets).length === 0
      ? null
      : await vault.seal(ownerOf({ id, account_id: accountId, type, host, version }), secrets);
  const columns = sql`address, host, authority, enabled, secrets, wrapped_key, master_key_id, updated_by`;
  const values = sql`${address}::text, ${host}::text, ${authority}::text, ${enabled}::boolean, ${sealed?.secrets ?? null}::bytea,
    ${sealed?.wrappedKey ?? null}::bytea, ${sealed?.masterKeyId ?? null}::text, ${personId}::uuid`;
  await (before === null
    ? sql`insert into audit_stream (id, account_id, chain, type, created_by, ${columns})
        values (${id}::uuid, ${accountId}::uuid, ${accountId}::uuid, ${type}, ${personId}::uuid, ${values})`
    : sql`update audit_stream set (${columns}) = row(${values}), version = ${version}, updated = now(), attempts = 0,
          next_attempt = now(), problem = null
        where account_id = ${accountId}::uuid and id = ${id}::uuid`
  ).execute(tx);
  return id;
}

async function newId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(tx);
  return rows[0]?.id ?? '';
}

export async function deleteStream(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`delete from audit_stream where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(tx);
}

/** The data keys of the secrets of streams. */
export const SEALED_STREAMS = secretColumn('audit_stream', {
  primaryKey: ['id'],
  others: ['account_id', 'type', 'host'],
  typeOf: (row) => `${textOf(row, 'type')} ${textOf(row, 'host')}`,
  update: (assignments, condition) => sql`update audit_stream set ${assignments} where ${condition}`,
});
