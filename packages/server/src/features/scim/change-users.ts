import type { Permission } from '@switchboard/model/permissions';
import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { lockStanding, requireInAccounts } from '../administration/standing.ts';
import { type GrantedRole, roleProblem, rolesNamed } from '../users/access.ts';
import { changeAddress } from '../users/change-address.ts';
import { removeFromAccount } from '../users/end-access.ts';
import { putInvitation, withdrawInvitation } from '../users/invitations/directory-invitations.ts';
import { saveUser, type UserEdit, type UserRefusal } from '../users/save-user.ts';
import { definedRolesOf } from './defined-roles.ts';
import { removeFromGroups } from './group-store.ts';
import { addProvisioned, deleteProvisioned, findUser, hasUser, moveProvisioned, putProvisioned } from './queries.ts';
import { type DirectoryUser, draftOf, userResource } from './resources.ts';
import { invalid, ScimError } from './scim-error.ts';
import type { UserDraft } from './user-draft.ts';

/** The program of a directory, and the account whose users it manages. */
export type Directory = {
  readonly session: Session;
  readonly accountId: string;
  readonly urlName: string;
  /** False when another identity provider keeps the passwords. */
  readonly keepsPasswords: boolean;
  /** Address of the SCIM service. */
  readonly base: string;
};

/** Target of a change, and the version that the directory has read; null for any. */
export type Target = { readonly id: string; readonly ifMatch: string | null };

const TAKEN = (): ScimError => new ScimError(409, 'A user with this userName exists.', 'uniqueness');
export const NO_USER = (): ScimError => new ScimError(404, 'The account has no such user.');

/** An act that the token's creator may not do; `subject` is the email address of the user, null for a group. */
export class RefusedByRole extends ScimError {
  readonly subject: string | null;

  constructor(detail: string, subject: string | null) {
    super(403, detail);
    this.subject = subject;
  }
}

function refusal(outcome: UserRefusal, email: string): ScimError {
  switch (outcome.kind) {
    case 'conflicting_email':
      return TAKEN();
    case 'missing':
      return new ScimError(404, outcome.message);
    case 'refused':
      return new RefusedByRole(outcome.message, email);
    case 'attached':
      return new ScimError(409, outcome.message);
    case 'invalid':
      return invalid('invalidValue', outcome.message);
  }
}

/** The names of roles with these keys. */
async function namesOf(tx: Tx, { accountId }: Directory, keys: readonly string[]): Promise<readonly string[]> {
  const defined = await definedRolesOf(tx, accountId);
  return keys.map((key) => defined.find((role) => role.key === key)?.name ?? key);
}

async function save(
  tx: Tx,
  directory: Directory,
  { keys, ...edit }: Pick<UserEdit, 'email' | 'name'> & { readonly keys: readonly string[] },
): Promise<void> {
  const { session, urlName, keepsPasswords } = directory;
  const roles = await namesOf(tx, directory, keys);
  const outcome = await saveUser(tx, session, { ...edit, roles, password: null, urlNames: [urlName], keepsPasswords });
  if (outcome.kind !== 'saved') throw refusal(outcome, edit.email);
}

async function remove(tx: Tx, { session, urlName }: Directory, email: string): Promise<void> {
  const outcome = await removeFromAccount(tx, session, { urlName, email, isLast: null });
  if (outcome.kind !== 'saved') throw refusal(outcome, email);
}

/**
 * Locks the token's creator and the users, in the order of their ids.
 * @returns what the creator may do in the account
 * @throws RequestError NOT_ALLOWED
 */
export async function lockUsers(
  tx: Tx,
  { session, accountId }: Directory,
  ids: readonly string[],
): Promise<ReadonlySet<Permission>> {
  const ofAccount = sql`account_id = ${accountId}::uuid`;
  await sql`
    select from person p
    where p.id = ${session.person.id}::uuid
      or p.id in (select person_id from provisioned_user where ${ofAccount} and id = any(${[...ids]}::uuid[]))
      or p.id in (select person_id from membership where ${ofAccount} and person_id = any(${[...ids]}::uuid[]))
    order by p.id for no key update`.execute(tx);
  await sql`
    select from provisioned_user where ${ofAccount} and id = any(${[...ids]}::uuid[]) order by id for update`.execute(
    tx,
  );
  const { standing } = await lockStanding(tx, session, null);
  await requireInAccounts(standing, 'manage-users', [accountId]);
  return standing.inAccount(accountId);
}

/** Requires that a token's creator with these permissions may grant the former and the new role of a group. @throws ScimError */
export async function requireGrantable(
  tx: Tx,
  directory: Directory,
  { before, after }: { readonly before: string | null; readonly after: string | null },
  permissions: ReadonlySet<Permission>,
): Promise<void> {
  const rolesOf = async (key: string | null): Promise<readonly GrantedRole[]> =>
    key === null ? [] : rolesNamed(tx, directory.accountId, await namesOf(tx, directory, [key]));
  const problem = roleProblem({ before: await rolesOf(before), after: await rolesOf(after) }, permissions);
  if (problem !== null) throw new RefusedByRole(problem, null);
}

/** @throws ScimError */
export async function readUser(tx: Tx, directory: Directory, { id, ifMatch }: Target): Promise<DirectoryUser> {
  const user = await findUser(tx, directory.accountId, id);
  if (user === null) throw NO_USER();
  requireVersion(userResource(user, directory.base).meta.version, ifMatch);
  return user;
}

/** @throws ScimError 412 when the directory has read another version */
export function requireVersion(version: string, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '');
  if (!ifMatch.split(',').map(strong).includes(strong(version)))
    throw new ScimError(412, 'The resource was changed since it was read. Read it again.');
}

/** Requires the attributes that a directory must send for a new user. */
function requireComplete({ userName, name }: UserDraft): void {
  const problem = emailProblem(userName);
  if (problem !== null) throw invalid('invalidValue', `userName must be an email address: ${problem}.`);
  if (name === '') throw invalid('invalidValue', 'The user must have a name or a displayName.');
}

/**
 * Adds a user to the account, who joins by accepting an invitation: whether there is such a person elsewhere is neither read nor shown.
 * A user without roles becomes a viewer.
 * @throws ScimError, RequestError
 */
export async function addUser(tx: Tx, directory: Directory, draft: UserDraft): Promise<DirectoryUser> {
  requireComplete(draft);
  const { accountId } = directory;
  await lockUsers(tx, directory, []);
  if (await hasUser(tx, accountId, draft.userName)) throw TAKEN();
  const added = { ...draft, roles: rolesToHave(draft) };
  await changeInvitation(tx, directory, added);
  const id = await addProvisioned(tx, accountId, { ...added, email: draft.userName, formerRoles: added.roles });
  if (id === null) throw TAKEN();
  return readUser(tx, directory, { id, ifMatch: null });
}

const rolesToHave = ({ roles }: Pick<UserDraft, 'roles'>): readonly string[] =>
  roles.length === 0 ? ['viewer'] : roles;

/** Invites a user who has not joined, changes what the invitation grants, or revokes it. @throws ScimError, RequestError */
async function changeInvitation(tx: Tx, directory: Directory, user: UserDraft): Promise<void> {
  const { session, accountId } = directory;
  const { userName: email, name, active } = user;
  const roles = await namesOf(tx, directory, rolesToHave(user));
  const draft = { email, name, roles, accountIds: [accountId] };
  const refused = active ? await putInvitation(tx, session, draft) : await withdrawInvitation(tx, session, draft);
  if (refused !== null) throw new RefusedByRole(refused, email);
}

/**
 * Changes a user. Who is deactivated loses all roles in the account, and has them again once they are active.
 * @throws ScimError, RequestError
 */
export async function changeUser(
  tx: Tx,
  directory: Directory,
  target: Target,
  change: (draft: UserDraft) => UserDraft,
): Promise<DirectoryUser> {
  await lockUsers(tx, directory, [target.id]);
  const user = await readUser(tx, directory, target);
  const before = draftOf(user);
  const after = change(before);
  const isMoved = after.userName.toLowerCase() !== user.email.toLowerCase();
  const place = { accountId: directory.accountId, user };
  if (user.person_id === null) {
    if (isMoved) await moveInvitation(tx, directory, user, after);
    const isInvited = after.active && (isMoved || !before.active || after.roles.join() !== before.roles.join());
    if (isInvited || after.active !== before.active) await changeInvitation(tx, directory, after);
    await putProvisioned(tx, place, { ...after, formerRoles: rolesToHave(after) });
  } else {
    if (isMoved) await moveAddress(tx, directory, { ...user, person_id: user.person_id }, after.userName);
    const current = isMoved ? { ...user, email: after.userName } : user;
    await rename(tx, directory, current, after.name);
    await changeAccess(tx, directory, current, after);
    await putProvisioned(tx, place, { ...after, formerRoles: after.active ? [] : after.roles });
  }
  return readUser(tx, directory, { id: user.id, ifMatch: null });
}

/** Ends the invitation of a user who has not joined, who gets another one to another address. @throws ScimError, RequestError */
async function moveInvitation(tx: Tx, directory: Directory, user: DirectoryUser, after: UserDraft): Promise<void> {
  const { accountId } = directory;
  requireComplete(after);
  if (await hasUser(tx, accountId, after.userName)) throw TAKEN();
  await changeInvitation(tx, directory, { ...draftOf(user), active: false });
  await moveProvisioned(tx, accountId, user.id, after.userName);
}

/** Gives a user another email address, by which they sign in from now on. @throws ScimError, RequestError */
async function moveAddress(
  tx: Tx,
  directory: Directory,
  user: DirectoryUser & { readonly person_id: string },
  to: string,
): Promise<void> {
  const { session, accountId } = directory;
  const outcome = await changeAddress(tx, session, { personId: user.person_id, accountId, email: to });
  if (outcome.kind === 'conflicting_email') throw refusal(outcome, user.email);
  if (outcome.kind === 'attached') throw invalid('mutability', outcome.message);
  if (outcome.kind !== 'saved') throw refusal(outcome, user.email);
}

/** A person who belongs to other accounts, too, keeps their name, and the directory reads the one that it has written. */
async function rename(tx: Tx, directory: Directory, { email, name }: DirectoryUser, to: string): Promise<void> {
  if (to === name) return;
  const { session, urlName, keepsPasswords } = directory;
  const edit = { email, name: to, roles: null, password: null, urlNames: [urlName], keepsPasswords };
  const outcome = await saveUser(tx, session, edit);
  if (outcome.kind !== 'saved' && outcome.kind !== 'attached') throw refusal(outcome, email);
}

async function changeAccess(tx: Tx, directory: Directory, user: DirectoryUser, after: UserDraft): Promise<void> {
  const { email, active: wasActive, roles: held } = user;
  const isActivated = after.active && !wasActive;
  const roles = !after.active ? [] : isActivated ? rolesToHave(after) : after.roles;
  if (roles.join() === held.join()) return;
  if (roles.length === 0) return remove(tx, directory, email);
  const { rows } = await sql`select from person where id = ${user.person_id}::uuid and status = 'active'`.execute(tx);
  // Whom the installation has deactivated has no access, whatever a directory says.
  if (rows.length > 0) await save(tx, directory, { email, name: null, keys: roles });
}

/**
 * Removes a user from the account.
 * @throws ScimError, RequestError
 */
export async function deleteUser(tx: Tx, directory: Directory, target: Target): Promise<void> {
  await lockUsers(tx, directory, [target.id]);
  const user = await readUser(tx, directory, target);
  if (user.person_id === null) await changeInvitation(tx, directory, { ...draftOf(user), active: false });
  else if (user.roles.length > 0) await remove(tx, directory, user.email);
  await removeFromGroups(tx, directory.accountId, target.id);
  await deleteProvisioned(tx, directory.accountId, target.id);
}
