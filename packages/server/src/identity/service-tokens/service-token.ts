import { createHash, randomBytes } from 'node:crypto';
import type { Permission } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { heldPermissions, type ResolvedSession, refuseAccount } from '../resolve-session.ts';
import { invalidToken } from '../verify-bearer.ts';

const TOKEN = /^Bearer (sbt_[A-Za-z0-9_-]{43})$/i;

/** Permissions of a service token, as long as the person who created it has them. */
const SCOPE: readonly Permission[] = ['view', 'develop-scripts'];
const PUBLISH: readonly Permission[] = ['publish-scripts'];
/** The only permission of a directory's token. */
const MANAGE_USERS: readonly Permission[] = ['manage-users'];

/** A new token: 256 random bits. */
export const newServiceToken = (): string => `sbt_${randomBytes(32).toString('base64url')}`;

export const hashServiceToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The service token of an `Authorization` header; null for a header of anything else. */
export const readServiceToken = (authorization: string | undefined): string | null =>
  TOKEN.exec(authorization ?? '')?.[1] ?? null;

type TokenRow = {
  readonly id: string;
  readonly token_name: string;
  readonly account_id: string;
  readonly url_name: string;
  readonly may_publish: boolean;
  readonly may_fetch_new_downloads: boolean;
  readonly manages_users: boolean;
  readonly person_id: string;
  readonly email: string;
  readonly name: string;
};

/**
 * The session of a service token: that of the person who created it, in the token's account, who may view, develop scripts and,
 * if the token was created for that, publish them; or, with a token of a directory, manage users only. Read from the database,
 * so that a revocation, or a role that the person lost, counts from the next request on.
 * @param place the url name of the account that the request names, or null; `own`: the token's account, whatever the request names
 * @throws SessionRefused; an account other than the token's answers as one that the person does not belong to
 */
export async function resolveServiceToken(
  database: Database,
  token: string,
  place: { readonly urlName: string | null } | 'own',
): Promise<ResolvedSession> {
  const { row, held } = await database.prepared.withIdentity(async (tx) => {
    const found = await findToken(tx, token);
    return { row: found, held: await heldPermissions(tx, found.person_id, found.account_id) };
  });
  const urlName = place === 'own' ? row.url_name : place.urlName;
  const permissions = new Set(scopeOf(row).filter((permission) => held.includes(permission)));
  const refused = urlName !== null && (urlName !== row.url_name || permissions.size === 0);
  if (refused)
    throw await refuseAccount(database, { person: { ...row, id: row.person_id }, serviceTokenId: row.id }, urlName);
  return {
    person: { id: row.person_id, email: row.email, name: row.name },
    accountId: urlName === null ? null : row.account_id,
    urlName,
    roles: [],
    permissions: urlName === null ? new Set() : permissions,
    globalPermissions: new Set(),
    serviceTokenId: row.id,
    mayFetchNewDownloads: row.may_fetch_new_downloads,
  };
}

function scopeOf({ manages_users: managesUsers, may_publish: mayPublish }: TokenRow): readonly Permission[] {
  if (managesUsers) return MANAGE_USERS;
  return mayPublish ? [...SCOPE, ...PUBLISH] : SCOPE;
}

/**
 * A valid token of an active account, whose creator may sign in; notes that it was used, once a minute.
 * @throws SessionRefused
 */
async function findToken(tx: Tx, token: string): Promise<TokenRow> {
  const { rows } = await sql<TokenRow>`
    select t.id, t.name as token_name, t.account_id, a.url_name, t.may_publish, t.may_fetch_new_downloads,
      t.manages_users, p.id as person_id, p.email, p.name
    from service_token t join account a on a.id = t.account_id join person p on p.id = t.created_by
    where t.hash = ${hashServiceToken(token)} and t.revoked is null and t.expires > now()
      and a.status = 'active' and p.status = 'active'
      and not exists (select from person_identity i where i.person_id = p.id and i.blocked)`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw invalidToken();
  const used = await sql<{ is_first: boolean }>`
    update service_token set last_used = now()
    where account_id = ${row.account_id}::uuid and id = ${row.id}::uuid
      and (last_used is null or last_used < now() - interval '1 minute')
    returning old.last_used is null as is_first`.execute(tx);
  if (used.rows[0]?.is_first === true)
    await recordAudit(tx, {
      kind: 'token_first_used',
      actor: { kind: 'token', personId: row.person_id, serviceTokenId: row.id },
      accountId: row.account_id,
      target: { kind: 'service_token', id: row.id, name: row.token_name },
    });
  return row;
}
