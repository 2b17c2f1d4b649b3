import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { blockIdentity } from '../../identity/people/store-identity.ts';
import { deactivatePerson } from '../../identity/people/store-person.ts';
import { revokeTokensOf } from '../../identity/service-tokens/store-token.ts';
import type { Session } from '../../identity/session.ts';
import type { Login } from '../../identity/user-directory.ts';
import { type ActValues, recordAct } from '../administration/record-act.ts';
import { type LockedPerson, lockStanding, requireEverywhere, requireInAccounts } from '../administration/standing.ts';
import { accessOf, namesOf, putRoles, roleProblem } from './access.ts';
import { findUserId, NO_USER, type UserRefusal, type UserSaved } from './save-user.ts';

export type UserEnded = { readonly kind: 'ended'; readonly id: string; readonly email: string; readonly name: string };

const OWN = { kind: 'refused', message: 'You cannot deactivate yourself. Ask another administrator.' } as const;

/**
 * Deactivates a user: roles, sessions and service tokens end. What the user did keeps their name.
 * @throws RequestError NOT_ALLOWED
 */
export async function deactivateUser(tx: Tx, session: Session, email: string): Promise<UserEnded | UserRefusal> {
  const { standing, subject } = await lockStanding(tx, session, await findUserId(tx, email));
  requireEverywhere(standing, 'manage-accounts');
  if (subject?.status !== 'active') return NO_USER;
  if (subject.id === session.person.id) return OWN;
  await endAccess(tx, session, subject, { email: subject.email });
  return { kind: 'ended', id: subject.id, email: subject.email, name: subject.name };
}

/**
 * Ends all access of an active person, whose row the caller has locked.
 * @param named what the audit log keeps of who it was
 */
export async function endAccess(tx: Tx, session: Session, subject: LockedPerson, named: ActValues): Promise<void> {
  const { globalRoles, memberships } = await accessOf(tx, subject.id);
  await deactivatePerson(tx, subject.id);
  await sql`select end_sessions_of(${subject.id})`.execute(tx);
  await revokeTokensOf(tx, subject.id, session.person.id);
  await recordAct(tx, session, {
    kind: 'user_deactivated',
    subjectId: subject.id,
    before: { ...named, globalRoles: namesOf(globalRoles), accounts: [...memberships.keys()] },
  });
}

export type Removal = {
  readonly urlName: string;
  readonly email: string;
  /** The value that the person was shown and confirmed; null without a confirmation. */
  readonly isLast: boolean | null;
};

/**
 * Takes all roles of an account from a user, and ends the sessions of one who has access nowhere else.
 * @throws RequestError NOT_ALLOWED
 */
export async function removeFromAccount(
  tx: Tx,
  session: Session,
  { urlName, email, isLast }: Removal,
): Promise<UserSaved | UserRefusal> {
  const { standing, subject } = await lockStanding(tx, session, await findUserId(tx, email));
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from account where url_name = ${urlName} and status = 'active'`.execute(tx);
  const [account] = rows;
  if (account === undefined) return { kind: 'missing', message: `There is no active account ${urlName}.` };
  await requireInAccounts(standing, 'manage-users', [account.id]);
  if (subject?.status !== 'active') return NO_USER;
  // The directory of the account also removes the person who created its token, which then ends.
  if (subject.id === session.person.id && session.serviceTokenId === null)
    return { kind: 'refused', message: 'You cannot remove yourself. Ask another administrator.' };
  const { globalRoles, memberships } = await accessOf(tx, subject.id);
  const before = memberships.get(account.id);
  if (before === undefined)
    return standing.everywhere.has('manage-users')
      ? { kind: 'missing', message: `${subject.name} is not a user of ${account.name} any more.` }
      : NO_USER;
  const problem = roleProblem({ before, after: [] }, await standing.inAccount(account.id));
  if (problem !== null) return { kind: 'refused', message: problem };
  if (isLast === true && memberships.size > 1)
    return { kind: 'attached', message: `${subject.name} belongs to more accounts meanwhile. Open the user again.` };
  if (isLast === false && memberships.size === 1) {
    const message = `${account.name} is the last account of ${subject.name} meanwhile. Open the user again.`;
    return { kind: 'refused', message };
  }
  await putRoles(tx, subject.id, account.id, { before, after: [] });
  if (memberships.size === 1 && globalRoles.length === 0) await sql`select end_sessions_of(${subject.id})`.execute(tx);
  await recordAct(tx, session, {
    kind: 'removed_from_account',
    accountId: account.id,
    subjectId: subject.id,
    before: { roles: namesOf(before) },
    after: { roles: [] },
  });
  return { kind: 'saved', personId: subject.id, accountIds: [account.id] };
}

export type IdentityBlocked = {
  readonly kind: 'blocked';
  readonly personId: string;
  /** The login at another identity provider; null for a password. */
  readonly login: Login | null;
};

/**
 * Blocks or unblocks a sign-in method. Blocking ends the sessions of its person.
 * @throws RequestError NOT_ALLOWED
 */
export async function setIdentityBlocked(
  tx: Tx,
  session: Session,
  identityId: string,
  blocked: boolean,
): Promise<IdentityBlocked | UserRefusal> {
  const { rows } = await sql<{ person_id: string; issuer: string | null; subject: string | null }>`
    select person_id, issuer, subject from person_identity where id = ${identityId}`.execute(tx);
  const [identity] = rows;
  const { standing, subject } = await lockStanding(tx, session, identity?.person_id ?? null);
  requireEverywhere(standing, 'manage-users');
  if (subject?.status !== 'active') return { kind: 'missing', message: 'There is no such sign-in method.' };
  if (subject.id === session.person.id)
    return { kind: 'refused', message: 'You cannot block your own sign-in. Ask another administrator.' };
  const row = await blockIdentity(tx, identityId, blocked);
  const login =
    identity?.issuer == null || identity.subject === null
      ? null
      : { issuer: identity.issuer, subject: identity.subject };
  if (row === undefined) return { kind: 'blocked', personId: subject.id, login };
  if (blocked) await sql`select end_sessions_of(${subject.id})`.execute(tx);
  const method = { email: row.email, connectionType: row.connection_type };
  await recordAct(tx, session, {
    kind: blocked ? 'identity_blocked' : 'identity_unblocked',
    subjectId: subject.id,
    before: { ...method, blocked: !blocked },
    after: { ...method, blocked },
  });
  return { kind: 'blocked', personId: subject.id, login };
}
