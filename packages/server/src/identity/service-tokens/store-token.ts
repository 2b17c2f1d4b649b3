import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

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

export const TOKEN_COLUMNS = sql`id, name, may_publish, manages_users, created_by, created, expires, last_used, revoked`;
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
    returning ${TOKEN_COLUMNS}`.execute(tx);
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
    returning ${TOKEN_COLUMNS}`.execute(tx);
  return rows[0];
}

/** Revokes the tokens that a person has created. @param by the id of who does it */
export async function revokeTokensOf(tx: Tx, personId: string, by: string): Promise<void> {
  await sql`
    update service_token set revoked = now(), revoked_by = ${by}
    where created_by = ${personId} and revoked is null`.execute(tx);
}
