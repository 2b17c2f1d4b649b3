import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { findPage, place } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';

export type ServiceTokenRow = {
  readonly id: string;
  readonly name: string;
  readonly may_publish: boolean;
  readonly manages_users: boolean;
  readonly created_by: string;
  readonly created: Date;
  readonly expires: Date;
  readonly last_used: Date | null;
  readonly revoked: Date | null;
};

/** Tokens that count, of one account. */
export const MAX_TOKENS = 50;

const COLUMNS = sql`id, name, may_publish, manages_users, created_by, created, expires, last_used, revoked`;
const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };

/** A page of the account's tokens that were not revoked, the newest first. */
export async function listTokens(tx: Tx, accountId: string, page: PageRequest): Promise<Placed<ServiceTokenRow>[]> {
  const filter = { conditions: [sql`d.revoked is null`] };
  const query = { table: 'service_token', accountId, sort: CREATED, direction: 'DESC', filter } as const;
  return place(await findPage(tx, query, page), async (ids) => {
    const { rows } = await sql<ServiceTokenRow>`
      select ${COLUMNS} from service_token
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

export type NewToken = {
  readonly name: string;
  readonly hash: Buffer;
  readonly mayPublish: boolean;
  readonly managesUsers: boolean;
  readonly days: number;
  readonly createdBy: string;
};

/** Adds a token; null when the account has too many. */
export async function addToken(tx: Tx, accountId: string, token: NewToken): Promise<ServiceTokenRow | null> {
  // One writer of an account's tokens at a time, so that together they keep the maximum.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service_token ${accountId}`}, 0))`.execute(tx);
  const { rows } = await sql<ServiceTokenRow>`
    insert into service_token (account_id, name, hash, may_publish, manages_users, created_by, expires)
    select ${accountId}::uuid, ${token.name}, ${token.hash}, ${token.mayPublish}, ${token.managesUsers},
      ${token.createdBy}::uuid,
      now() + make_interval(days => ${sql.lit(token.days)})
    where (select count(*) from service_token
      where account_id = ${accountId}::uuid and revoked is null and expires > now()) < ${sql.lit(MAX_TOKENS)}
    returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Revokes a token; undefined when there is none that counts, or that is for people who manage users. */
export async function revokeToken(
  tx: Tx,
  accountId: string,
  { id, by, managesUsers }: { readonly id: string; readonly by: string; readonly managesUsers: boolean },
): Promise<ServiceTokenRow | undefined> {
  const { rows } = await sql<ServiceTokenRow>`
    update service_token set revoked = now(), revoked_by = ${by}::uuid
    where account_id = ${accountId}::uuid and id = ${id}::uuid and revoked is null and (${managesUsers} or not manages_users)
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}
