import { textProblem, withoutDirections } from '@switchboard/model/presentation/text-problem';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { acceptInvitation, addInvited, isStillGranted } from '../invitations/answer-invitation.ts';
import { openInvitationTo } from '../invitations/store-invitation.ts';
import { addPerson, grantRoles } from '../people/store-person.ts';
import { MFA, usedSecondFactor, vouchesForSecondFactor } from '../second-factor.ts';
import { applyGroupRoles, type GivenRoles, type MappedRole, rolesOfGroups } from './group-roles.ts';
import type { OpenSsoConnection } from './open-connection.ts';
import type { SsoTicket } from './sso-ticket.ts';

/** A person as the provider of a connection vouches for them. */
export type SsoPerson = {
  /** The provider's own name of the person, which never changes. */
  readonly subject: string;
  readonly mail: string | null;
  /** Null: the provider does not say whether it has verified the address. */
  readonly mailVerified: boolean | null;
  readonly name: string | null;
  /** Groups by which the account gives roles. */
  readonly groups?: readonly string[];
  /** Methods and class of the sign-in at the provider, if it states them. */
  readonly amr?: unknown;
  readonly acr?: unknown;
};

export type SsoResult =
  /** `amr`: how the person has proved who they are (RFC 8176). */
  | { readonly kind: 'signed-in'; readonly personId: string; readonly amr: readonly string[] }
  /** `reason`: for the person. */
  | { readonly kind: 'refused'; readonly reason: string };

const MAX_SUBJECT = 1_000;
const MAX_NAME = 200;
const MAX_EMAIL = 320;

type Found = { readonly personId: string } | { readonly reason: string };

/**
 * Completes a sign-in through a connection of an account. The provider speaks for people of this account only: those who signed in
 * through the connection before, members whose address lies in a verified domain of the account, and, where the connection has a
 * default role, new people of such a domain.
 */
export async function completeSso(
  database: Database,
  connection: OpenSsoConnection,
  person: SsoPerson,
  { requireSecondFactor }: { readonly requireSecondFactor: boolean },
): Promise<SsoResult> {
  const hasFactor = usedSecondFactor(person.amr) || vouchesForSecondFactor(person.acr);
  const { accountId, id, name } = connection;
  return database.withIdentity(async (tx): Promise<SsoResult> => {
    const found: Found =
      requireSecondFactor && !hasFactor
        ? { reason: `Signing in requires a second factor, and ${name} did not confirm one. Set it up there.` }
        : await enterAccount(tx, connection, person);
    if ('reason' in found) {
      await recordAudit(tx, {
        kind: 'sign_in_failed',
        actor: { kind: 'anonymous' },
        accountId,
        target: { kind: 'sso_connection', id, name },
        after: { method: 'sso', email: person.mail, reason: found.reason },
      });
      return { kind: 'refused', reason: found.reason };
    }
    return { kind: 'signed-in', personId: found.personId, amr: hasFactor ? ['sso', MFA] : ['sso'] };
  });
}

/** Records a sign-in that the browser which began it has taken back to its sign-in page. */
export async function recordSsoSignIn(
  tx: Tx,
  { connectionId, personId, amr }: Pick<SsoTicket, 'connectionId' | 'personId' | 'amr'>,
): Promise<void> {
  const { rows } = await sql<{ account_id: string; name: string }>`
    update sso_connection set first_used = coalesce(first_used, now()) where id = ${connectionId}::uuid
    returning account_id, name`.execute(tx);
  const [connection] = rows;
  // A connection that was removed meanwhile: the session ends with it.
  if (connection === undefined) return;
  await recordAudit(tx, {
    kind: 'signed_in',
    actor: { kind: 'person', personId },
    accountId: connection.account_id,
    subjectId: personId,
    target: { kind: 'sso_connection', id: connectionId, name: connection.name },
    after: { methods: amr },
  });
}

/** Finds or adds the person, whose roles follow their groups where the connection maps some. */
async function enterAccount(tx: Tx, connection: OpenSsoConnection, person: SsoPerson): Promise<Found> {
  const roles = await rolesOfGroups(tx, connection, person.groups ?? []);
  const found = await findSsoPerson(tx, connection, person, roles);
  if ('reason' in found || roles === null) return found;
  return (await applyGroupRoles(tx, connection, found.personId, roles)) ? found : { reason: noRole(connection) };
}

const noRole = ({ name }: OpenSsoConnection): string =>
  `None of your groups at ${name} gives a role here. Ask your administrator.`;

async function findSsoPerson(
  tx: Tx,
  connection: OpenSsoConnection,
  person: SsoPerson,
  roles: GivenRoles | null,
): Promise<Found> {
  const { accountId, id: connectionId } = connection;
  const { subject } = person;
  if (subject === '' || subject.length > MAX_SUBJECT || subject.includes('\0') || !subject.isWellFormed())
    return { reason: `${connection.name} sent no usable name of the person.` };
  const { rows: open } = await sql`
    select from sso_connection where id = ${connectionId}::uuid and enabled for share`.execute(tx);
  if (open.length === 0) return { reason: `${connection.name} was disabled. Ask your administrator.` };
  const { rows } = await sql<{ person_id: string; blocked: boolean; left_by_groups: boolean }>`
    select person_id, blocked, left_by_groups from person_identity
    where connection_id = ${connectionId}::uuid and subject = ${subject} and connection_type = 'sso'`.execute(tx);
  const [known] = rows;
  if (known?.blocked === true) return { reason: 'Your sign-in was blocked. Ask your administrator.' };
  if (known !== undefined) {
    const member = await findMember(tx, accountId, sql`p.id = ${known.person_id}::uuid`);
    const mayReturn = known.left_by_groups && roles !== null;
    const entering = mayReturn && member !== undefined ? { ...member, is_member: true } : member;
    return memberProblem(entering, null) ?? { personId: known.person_id };
  }
  return findByAddress(tx, connection, person, roles);
}

type Member = {
  readonly id: string;
  readonly active: boolean;
  readonly is_member: boolean;
  /** Whether the directory of the account has deactivated the person. */
  readonly is_deprovisioned: boolean;
};

async function findMember(tx: Tx, accountId: string, condition: ReturnType<typeof sql>): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select p.id, p.status = 'active' as active,
      exists (select from membership m where m.person_id = p.id and m.account_id = ${accountId}::uuid) as is_member,
      exists (select from provisioned_user u where u.person_id = p.id and u.account_id = ${accountId}::uuid and not u.active)
        as is_deprovisioned
    from person p where ${condition}`.execute(tx);
  return rows[0];
}

/** Why somebody may not enter the account; null when they may. */
function memberProblem(member: Member | undefined, email: string | null): { readonly reason: string } | null {
  if (member?.active !== true) return { reason: 'You were deactivated. Ask your administrator.' };
  if (member.is_deprovisioned)
    return { reason: 'Your company’s directory has deactivated you. Ask your administrator.' };
  if (member.is_member) return null;
  return {
    reason:
      email === null
        ? 'You do not belong to the account any more. Ask your administrator to add you.'
        : `${email} belongs to somebody outside the account. Ask your administrator to add you.`,
  };
}

/** The first sign-in of somebody: the address decides, which must be the company's own. */
async function findByAddress(
  tx: Tx,
  connection: OpenSsoConnection,
  person: SsoPerson,
  roles: GivenRoles | null,
): Promise<Found> {
  const { accountId, name, settings } = connection;
  const email = person.mail?.trim() ?? '';
  if (email === '' || textProblem('The address', email, MAX_EMAIL) !== null)
    return { reason: `${name} sent no email address. Ask your administrator to release it there.` };
  const trusts = settings['trusts_email'] === true;
  if (person.mailVerified === false || (person.mailVerified === null && !trusts))
    return { reason: `${name} has not verified the address ${email}. Verify it there, and sign in again.` };
  if (!(await isOwnDomain(tx, accountId, email)))
    return { reason: `${email} does not lie in a verified domain of the account. Ask your administrator.` };
  const member = await findMember(tx, accountId, sql`lower(p.email) = ${email.toLowerCase()}`);
  if (member === undefined) return addFirst(tx, connection, { ...person, mail: email }, roles);
  const problem = memberProblem(member, email);
  if (problem !== null) return problem;
  return (await bind(tx, connection, { personId: member.id, subject: person.subject, email }))
    ? { personId: member.id }
    : { reason: `${name} has another user with the address ${email}. Ask your administrator.` };
}

async function isOwnDomain(tx: Tx, accountId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from sso_domain where account_id = ${accountId}::uuid and verified is not null
      and domain = ${email.slice(email.lastIndexOf('@') + 1).toLowerCase()}`.execute(tx);
  return email.includes('@') && rows.length > 0;
}

/** Binds a person to the subject of a connection. Returns false when the connection knows them by another subject. */
async function bind(
  tx: Tx,
  { accountId, id }: Pick<OpenSsoConnection, 'accountId' | 'id'>,
  { personId, subject, email }: { readonly personId: string; readonly subject: string; readonly email: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into person_identity (sso_account_id, connection_id, subject, person_id, connection_type, email, name, email_verified)
    select ${accountId}::uuid, ${id}::uuid, ${subject}, id, 'sso', ${email}, name, true from person where id = ${personId}::uuid
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** A name without characters that the database refuses, or that show it as another one. */
const shownName = (name: string): string =>
  withoutDirections(name).replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_NAME).trim();

/** Adds somebody new to the account with the roles of their invitation, else of their groups, else with the default role of the connection. */
async function addFirst(
  tx: Tx,
  connection: OpenSsoConnection,
  { subject, mail, name: ofPerson }: SsoPerson & { readonly mail: string },
  ofGroups: GivenRoles | null,
): Promise<Found> {
  const { accountId, id: connectionId, default_role: role, name } = connection;
  const called = ofPerson === null ? mail : shownName(ofPerson) || mail;
  const invitation = await openInvitationTo(tx, accountId, mail);
  if (invitation !== null && (await isStillGranted(tx, invitation))) {
    const invited = await addInvited(tx, invitation, called);
    if (invited === null) return { reason: `${mail} was added meanwhile. Sign in again.` };
    await acceptInvitation(tx, invitation, invited);
    await bind(tx, { accountId, id: connectionId }, { personId: invited, subject, email: mail });
    return { personId: invited };
  }
  const given = ofGroups?.given ?? [];
  const roles: readonly MappedRole[] = given.length > 0 || role === null ? given : [{ key: role, name: role }];
  if (roles.length === 0)
    return {
      reason: ofGroups === null ? `${mail} was not added to the account. Ask your administrator.` : noRole(connection),
    };
  const personId = await addPerson(tx, { email: mail, name: called, accountId });
  if (personId === null) return { reason: `${mail} was added meanwhile. Sign in again.` };
  await grantRoles(
    tx,
    { personId, accountId },
    roles.map(({ key }) => key),
  );
  await bind(tx, { accountId, id: connectionId }, { personId, subject, email: mail });
  await recordAudit(tx, {
    kind: 'user_created',
    actor: { kind: 'system' },
    accountId,
    subjectId: personId,
    after: { email: mail, name: called, connection: name, roles: roles.map((each) => each.name) },
  });
  return { personId };
}
