import { errorText } from '@switchboard/model/errors/errors';
import { expandRoles, type Permission, permissionsOf, ROLES, type Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { recordRefusal } from '../audit/record-refusal.ts';
import type { Database, Tx } from '../db/database.ts';
import { currentScope } from '../observe/scope.ts';
import { hashId } from './oidc-adapter.ts';
import { type HeldRoles, heldDefinedRoles, heldPresets } from './people/held-roles.ts';
import { type Person, type Session, SessionRefused } from './session.ts';
import { isNoteDue, noteUse, type SessionLimits, withinLimits } from './sessions/session-limits.ts';
import { invalidToken, type TokenClaims } from './verify-bearer.ts';

const URL_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

export type ResolvedSession = Omit<Session, 'requestId'>;

/** The session of a person, and how they come to the account. */
export type PersonalSession = ResolvedSession & {
  /** Roles held everywhere, by which they may do more in the account than by roles held there; none without an account. */
  readonly supportRoles: readonly Role[];
};

/** How a session is used: `isUse` for a request by which it is not idle. */
export type SessionUse = { readonly sessionLimits: SessionLimits; readonly isUse: boolean };

/**
 * Reads the bearer of a token and what they may do in the named account (`urlName` null: none is named). Everything is read
 * from the database, so that a deactivation, a lost role or a sign-out counts from the next request on.
 * @throws SessionRefused; an account that does not exist answers as one that the person does not belong to
 */
export async function resolveSession(
  database: Database,
  claims: TokenClaims,
  urlName: string | null,
  use: SessionUse,
): Promise<PersonalSession> {
  const { session, isRefused } = await database.prepared.withIdentity(async (tx) => {
    const { ssoAccountId, ...person } = await findPerson(tx, claims, use);
    const found = await findAccess(tx, person.id, urlName);
    const access = ssoAccountId === null ? found : boundAccess(found, ssoAccountId);
    const { accountId } = access;
    const described = describe(person, urlName, access);
    const isRefused = urlName !== null && (accountId === null || described.permissions.size === 0);
    return { session: { ...described, grantId: claims.grantId, ssoAccountId }, isRefused };
  });
  if (isRefused) throw await refuseAccount(database, session, urlName);
  return session;
}

/**
 * The session of an active person whom an operator of the server acts as. Null without such a person, and for one who does not
 * belong to the named account.
 */
export async function sessionOfPerson(
  database: Database,
  email: string,
  urlName: string | null,
): Promise<ResolvedSession | null> {
  return database.withIdentity(async (tx) => {
    const person = await tx
      .selectFrom('person')
      .select(['id', 'email', 'name'])
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (person === undefined) return null;
    const access = await findAccess(tx, person.id, urlName);
    return urlName !== null && access.accountId === null ? null : describe(person, urlName, access);
  });
}

/** The addresses of active people who administer accounts everywhere, at most two. */
export async function administratorsEverywhere(database: Database): Promise<readonly string[]> {
  const roles = ROLES.filter((role) => permissionsOf([], [role]).includes('manage-accounts'));
  return database.withIdentity(async (tx) => {
    const rows = await tx
      .selectFrom('person')
      .select('email')
      .where('status', '=', 'active')
      .where(
        sql<boolean>`exists (select from global_role g where g.person_id = person.id and g.role = any(${[...roles]}::text[]))`,
      )
      .orderBy('email')
      .limit(2)
      .execute();
    return rows.map(({ email }) => email);
  });
}

/** Records that somebody asked for an account that they do not belong to, in the log of no account: it may not even exist. */
export async function refuseAccount(
  database: Database,
  session: Pick<Session, 'person' | 'serviceTokenId'>,
  urlName: string | null,
): Promise<SessionRefused> {
  const reason = errorText('EMAIL_NOT_AUTHORIZED');
  const requestId = currentScope()?.requestId ?? null;
  const act = `enter ${(urlName ?? '').slice(0, 63)}`;
  await recordRefusal(database, { ...session, requestId }, { kind: 'access_denied', act, reason });
  return new SessionRefused(403, 'EMAIL_NOT_AUTHORIZED', reason);
}

/**
 * Returns the permissions that a person has in the active account of that name by roles held there; empty when there is
 * no such account.
 */
export async function permissionsInAccount(
  database: Database,
  { person, ssoAccountId = null }: Pick<Session, 'person' | 'ssoAccountId'>,
  urlName: string,
): Promise<ReadonlySet<Permission>> {
  if (!URL_NAME.test(urlName)) return new Set();
  return database.withIdentity(async (tx) => {
    const account = await findAccount(tx, urlName);
    if (account === undefined || (ssoAccountId !== null && account.id !== ssoAccountId)) return new Set();
    return new Set(await permissionsHeldIn(tx, person.id, account.id));
  });
}

/** A person as they are now, if they are active and hold a permission in an active account; else null. */
export async function findPersonWith(
  database: Database,
  { personId, accountId }: { readonly personId: string; readonly accountId: string },
  permission: Permission,
): Promise<Person | null> {
  return database.withIdentity(async (tx) => {
    const person = await tx
      .selectFrom('person')
      .select(['id', 'email', 'name'])
      .where('id', '=', personId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    const account = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', accountId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (person === undefined || account === undefined) return null;
    return (await heldPermissions(tx, personId, accountId)).includes(permission) ? person : null;
  });
}

/** The permissions of a person in an account, by roles held there and everywhere. */
export async function heldPermissions(tx: Tx, personId: string, accountId: string): Promise<readonly Permission[]> {
  const { roles, definedRoles } = await findRoles(tx, personId, accountId);
  return permissionsOf(roles, await findGlobalRoles(tx, personId), definedRoles);
}

/** The permissions of a person in an account by roles held there alone. */
export async function permissionsHeldIn(tx: Tx, personId: string, accountId: string): Promise<readonly Permission[]> {
  const { roles, definedRoles } = await findRoles(tx, personId, accountId);
  return permissionsOf(roles, [], definedRoles);
}

/** The permissions of a person in every account, by global roles. */
export async function heldGlobally(tx: Tx, personId: string): Promise<readonly Permission[]> {
  return permissionsOf([], await findGlobalRoles(tx, personId));
}

function findAccount(tx: Tx, urlName: string) {
  return tx
    .selectFrom('account')
    .select('id')
    .where('url_name', '=', urlName)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

type Access = HeldRoles & {
  /** Null without an active account of that name. */
  readonly accountId: string | null;
  readonly globalRoles: readonly Role[];
};

/** The roles of a person, in one statement: each request asks for them. */
async function findAccess(tx: Tx, personId: string, urlName: string | null): Promise<Access> {
  const id = sql`${personId}::uuid`;
  const { rows } = await sql<Access>`
    select a.id as "accountId", ${heldPresets(id, sql`a.id`)} as roles, ${heldDefinedRoles(id, sql`a.id`)} as "definedRoles",
      array(select g.role from global_role g where g.person_id = ${personId}::uuid) as "globalRoles"
    from (values (1)) as one
    left join account a on a.url_name = ${urlName !== null && URL_NAME.test(urlName) ? urlName : null}::text and a.status = 'active'`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A row without a table is always there.');
  return row;
}

/** A person, and the account whose provider signed them in; null without one. */
type FoundPerson = Person & { readonly ssoAccountId: string | null };

type PersonOfGrant = Person & {
  readonly sso_account_id: string | null;
  readonly active: boolean;
  readonly signed_in: boolean;
  readonly is_note_due: boolean | null;
};

/** Whether single sign-on lets the person `p` have a session of a password. */
const mayUsePassword = ({ hasSecondFactor }: TokenClaims) => sql<boolean>`
  (case when exists (select from sso_connection o where o.sso_only)
    then password_rule_of(p.id) = any(${hasSecondFactor ? ['open', 'second_factor'] : ['open']}::text[]) else true end)`;

/** The access of a person whom the provider of an account signed in: none but to that account, and none by global roles. */
const boundAccess = (access: Access, ssoAccountId: string): Access =>
  access.accountId === ssoAccountId
    ? { ...access, globalRoles: [] }
    : { accountId: null, roles: [], definedRoles: [], globalRoles: [] };

async function findPerson(tx: Tx, claims: TokenClaims, { sessionLimits, isUse }: SessionUse): Promise<FoundPerson> {
  if (claims.grantId !== null) {
    const { rows } = await sql<PersonOfGrant>`
      select p.id, p.email, p.name, g.sso_account_id,
        p.status = 'active' and case when g.sso_connection_id is null then not coalesce((
            select i.blocked from person_identity i where i.person_id = p.id and i.connection_type = 'password'), false)
          else exists (select from person_identity i
            where i.person_id = p.id and i.connection_id = g.sso_connection_id and not i.blocked) end as active,
        g.id is not null and ${withinLimits(sessionLimits)}
          and case when g.sso_connection_id is null then ${mayUsePassword(claims)} else c.enabled end as signed_in,
        ${isNoteDue} as is_note_due
      from person p
      left join oidc_payload g on g.kind = 'Grant' and g.id = ${hashId(claims.grantId)}
        and g.payload ->> 'accountId' = p.id::text and (g.expires is null or g.expires > now())
      left join sso_connection c on c.account_id = g.sso_account_id and c.id = g.sso_connection_id
      where p.id::text = ${claims.subject}`.execute(tx);
    const row = rows[0];
    if (row?.active === true && !row.signed_in) throw invalidToken();
    if (isUse && row?.active === true && row.is_note_due === true) await noteUse(tx, claims.grantId);
    return { ...known(row?.active === true ? row : undefined), ssoAccountId: row?.sso_account_id ?? null };
  }
  const linked = await tx
    .selectFrom('person_identity')
    .innerJoin('person', 'person.id', 'person_identity.person_id')
    .select(['person.id', 'person.email', 'person.name', 'person.status', 'person_identity.blocked'])
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .executeTakeFirst();
  if (linked !== undefined)
    return { ...known(linked.status === 'active' && !linked.blocked ? linked : undefined), ssoAccountId: null };
  return { ...(await link(tx, claims)), ssoAccountId: null };
}

/** The first sign-in through another provider: a person whom we invited is recognised by the address it vouches for, once. */
async function link(tx: Tx, claims: TokenClaims): Promise<Person> {
  if (claims.verifiedEmail === null) return known(undefined);
  const { rows } = await sql<Person>`
    insert into person_identity (issuer, subject, person_id, connection_type, email, name, email_verified)
    select ${claims.issuer}, ${claims.subject}, p.id, 'oidc', ${claims.verifiedEmail}, p.name, true from person p
    where lower(p.email) = lower(${claims.verifiedEmail}) and p.status = 'active'
      and not exists (select from person_identity i where i.person_id = p.id and i.issuer = ${claims.issuer})
    returning person_id as id, email, name`.execute(tx);
  return known(rows[0]);
}

function known(row: Person | undefined): Person {
  if (row === undefined) throw new SessionRefused(401, 'EMAIL_NOT_RECOGNIZED', errorText('EMAIL_NOT_RECOGNIZED'));
  return { id: row.id, email: row.email, name: row.name };
}

async function findGlobalRoles(tx: Tx, personId: string): Promise<Role[]> {
  const rows = await tx.selectFrom('global_role').select('role').where('person_id', '=', personId).execute();
  return rows.map(({ role }) => role);
}

async function findRoles(tx: Tx, personId: string, accountId: string): Promise<HeldRoles> {
  const [person, account] = [sql`${personId}::uuid`, sql`${accountId}::uuid`];
  const { rows } = await sql<HeldRoles>`
    select ${heldPresets(person, account)} as roles, ${heldDefinedRoles(person, account)} as "definedRoles"`.execute(
    tx,
  );
  return rows[0] ?? { roles: [], definedRoles: [] };
}

function describe(
  person: Person,
  urlName: string | null,
  { accountId, roles, definedRoles, globalRoles }: Access,
): PersonalSession {
  const permissions = permissionsOf(roles, globalRoles, definedRoles);
  const isSupport = accountId !== null && permissions.length > permissionsOf(roles, [], definedRoles).length;
  return {
    person,
    accountId,
    urlName,
    roles: [...expandRoles([...roles, ...globalRoles]), ...definedRoles.map(({ name }) => name)],
    permissions: new Set(permissions),
    globalPermissions: new Set(permissionsOf([], globalRoles)),
    serviceTokenId: null,
    mayFetchNewDownloads: true,
    supportRoles: isSupport ? globalRoles : [],
  };
}
