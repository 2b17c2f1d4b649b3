import type { KeyValues } from '@switchboard/model/key-types/key-type';
import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type Optional, searchText, valuesOf } from '../../graphql/list-arguments.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { ListFilter, SortColumn } from '../../graphql/lists/page-queries.ts';
import { containing } from '../../graphql/lists/search-hits.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { PageRequest } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { keyIdNamed } from '../../identity/keys/key-names.ts';
import type { SealedKey } from '../../identity/keys/open-key.ts';

export type CredentialRow = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly description: string;
  readonly properties: KeyValues;
  readonly version: number;
  readonly suspended_reason: string | null;
  readonly expires: Date | null;
  readonly expires_of: string | null;
  readonly created: Date;
  readonly created_by: string | null;
  readonly updated: Date;
  readonly updated_by: string | null;
};

/** Everything but the secrets. */
const COLUMNS = sql`id, name, type, status, description, properties, version, suspended_reason, expires, expires_of, created, created_by, updated, updated_by`;

export type KeyFilterArguments = Optional<{
  credentialTypes: readonly string[];
  status: readonly string[];
  search: string;
}>;

/** The statuses of listed keys. */
const LISTED = ['active', 'suspended', 'paused'];
/** The index of names leaves out archived keys. */
const NOT_ARCHIVED = sql`d.status <> 'archived'`;
/** Names of unarchived keys are unique within an account, so the index (account_id, name) also sorts by id. */
const NAME: SortColumn = { name: 'name', type: 'text', nullable: false };

/** The account's keys with these ids, archived ones included. */
export const keysById: Batch<CredentialRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<CredentialRow>`
    select ${COLUMNS} from key
    where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
};

/** The sealed secrets of the account's keys with these ids. */
export const sealedKeysById: Batch<SealedKey> = async (tx, accountId, ids) => {
  const { rows } = await sql<SealedKey>`
    select id, type, version, secrets, sealed_type, wrapped_key, master_key_id from key
    where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
};

/** The key that a name means: the one that has it, else the one that had it; null when there is none. */
export async function credentialNamed(tx: Tx, accountId: string, name: string): Promise<CredentialRow | null> {
  // PostgreSQL has no NUL character.
  if (name.includes('\0')) return null;
  const { rows } = await sql<CredentialRow>`
    select ${COLUMNS} from key where account_id = ${accountId}::uuid and id = ${keyIdNamed(accountId, name)}
  `.execute(tx);
  return rows[0] ?? null;
}

/** The keys that these names mean, by name; without names that mean none. */
export async function credentialsNamed(
  tx: Tx,
  accountId: string,
  names: readonly string[],
): Promise<readonly CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select ${COLUMNS} from key where account_id = ${accountId}::uuid and id in (
      select ${keyIdNamed(accountId, sql.ref<string>('wanted.name'))} from unnest(${[...names]}::text[]) wanted(name))
    order by name
  `.execute(tx);
  return rows;
}

/** A condition for keys whose name, description or type as shown contains the text. An unknown type is shown by its name. */
function containsText(text: string): RawBuilder<unknown> {
  const pattern = containing(text);
  const wanted = text.toLowerCase();
  const shown = KEY_TYPES.filter(({ displayName }) => displayName.toLowerCase().includes(wanted));
  return sql`(d.name ilike ${pattern} or d.description ilike ${pattern}
    or d.type = any(${shown.map(({ name }) => name)}::text[])
    or (d.type ilike ${pattern} and d.type <> all(${KEY_TYPES.map(({ name }) => name)}::text[])))`;
}

/**
 * Reads the arguments into a filter. An account has few keys, so that conditions are tested row by row.
 * @throws RequestError BAD_REQUEST
 */
export function keyFilter({ credentialTypes, status, search }: KeyFilterArguments): ListFilter {
  const types = valuesOf('credentialTypes', credentialTypes);
  const statuses = valuesOf('status', status);
  const text = searchText(search);
  const unknown = statuses?.find((name) => !LISTED.includes(name));
  if (unknown !== undefined) throw badRequest(`There is no status ${unknown}. Use ${LISTED.join(', ')}.`);
  return {
    conditions: [
      NOT_ARCHIVED,
      ...(types ? [sql`d.type = any(${types}::text[])`] : []),
      ...(statuses ? [sql`d.status = any(${statuses}::text[])`] : []),
      ...(text === undefined ? [] : [containsText(text)]),
    ],
  };
}

/** One page of keys, sorted by name. */
export const listKeys = (tx: Tx, accountId: string, filter: ListFilter, page: PageRequest) =>
  listRows(tx, { table: 'key', accountId, sort: NAME, direction: 'ASC', filter }, page, keysById);
