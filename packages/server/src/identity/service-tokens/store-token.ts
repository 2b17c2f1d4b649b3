import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';

export type ServiceTokenRow = {
  readonly id: string;
  readonly name: string;
  readonly may_publish: boolean;
  readonly may_fetch_new_downloads: boolean;
  readonly manages_users: boolean;
  readonly created_by: string;
  readonly created: Date;
  readonly expires: Date;
  readonly last_used: Date | null;
  readonly revoked: Date | null;
};

/** Tokens that count, of one account. */
export const MAX_TOKENS = 50;

export const TOKEN_COLUMNS = sql`id, name, may_publish, may_fetch_new_downloads, manages_users, created_by, created, expires, last_used,
  revoked`;
export type NewToken = {
  readonly name: string;
  readonly hash: Buffer;
  readonly mayPublish: boolean;
  readonly mayFetchNewDownloads: boolean;
  readonly managesUsers: boolean;
  readonly days: number;
  readonly createdBy: string;
};

/** Adds a token; null when the account has too many. */
export async function addToken(tx: Tx, accountId: string, token: NewToken): Promise<ServiceTokenRow | null> {
  // One writer of an account's tokens at a time, so that together they keep the maximum.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service_token ${accountId}`}, 0))`.execute(tx);
  const { rows } = await sql<ServiceTokenRow>`
    insert into service_token (account_id, name, hash, may_publish, may_fetch_new_downloads, manages_users, created_by, expires)
    select ${accountId}::uuid, ${token.name}, ${token.hash}, ${token.mayPublish},
      ${token.mayFetchNewDownloads}, ${token.managesUsers}, ${token.createdBy}::uuid,
      now() + make_interval(days => ${sql.lit(token.days)})
    where (select count(*) from service_token
      where account_id = ${accountId}::uuid and revoked is null and expires > now()) < ${sql.lit(MAX_TOKENS)}
    returning ${TOKEN_COLUMNS}`.execute(tx);
  const [added] = rows;
  if (added === undefined) return null;
  await recordAudit(tx, {
    kind: 'token_created',
    actor: { kind: 'person', personId: token.createdBy },
    accountId,
    target: tokenTarget(added),
    after: {
      may_publish: added.may_publish,
      may_fetch_new_downloads: added.may_fetch_new_downloads,
      manages_users: added.manages_users,
      expires: added.expires.toISOString(),
    },
  });
  return added;
}

const tokenTarget = ({ id, name }: Pick<ServiceTokenRow, 'id' | 'name'>) =>
  ({ kind: 'service_token', id, name }) as const;

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
  const [revoked] = rows;
  if (revoked !== undefined)
    await recordAudit(tx, {
      kind: 'token_revoked',
      actor: { kind: 'person', personId: by },
      accountId,
      subjectId: revoked.created_by,
      target: tokenTarget(revoked),
    });
  return revoked;
}

/** Revokes the tokens that a person has created. @param by the id of who does it */
export async function revokeTokensOf(tx: Tx, personId: string, by: string): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; account_id: string }>`
    update service_token set revoked = now(), revoked_by = ${by}
    where created_by = ${personId} and revoked is null returning id, name, account_id`.execute(tx);
  for (const token of rows)
    await recordAudit(tx, {
      kind: 'token_revoked',
      actor: { kind: 'person', personId: by },
      accountId: token.account_id,
      subjectId: personId,
      target: tokenTarget(token),
    });
}
