import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { lockStanding, requireInAccounts } from '../administration/standing.ts';
import { changeAddress } from '../users/change-address.ts';
import { removeFromAccount } from '../users/end-access.ts';
import { findUserId, saveUser, type UserEdit, type UserRefusal } from '../users/save-user.ts';
import { definedRolesOf } from './defined-roles.ts';
import { deleteProvisioned, findUser, putProvisioned } from './queries.ts';
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

export const NO_USER = (): ScimError => new ScimError(404, 'The account has no such user.');

/** An act that the token's creator may not do; `subject` is the email address of the user. */
export class RefusedByRole extends ScimError {
  readonly subject: string;

  constructor(detail: string, subject: string) {
    super(403, detail);
    this.subject = subject;
  }
}

function refusal(outcome: UserRefusal, email: string): ScimError {
  switch (outcome.kind) {
    case 'conflicting_email':
      return new ScimError(409, 'A user with this userName exists.', 'uniqueness');
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

async function save(
  tx: Tx,
  { session, accountId, urlName, keepsPasswords }: Directory,
  { keys, ...edit }: Pick<UserEdit, 'email' | 'name'> & { readonly keys: readonly string[] },
): Promise<string> {
  const defined = await definedRolesOf(tx, accountId);
  const roles = keys.map((key) => defined.find((role) => role.key === key)?.name ?? key);
  const outcome = await saveUser(tx, session, { ...edit, roles, password: null, urlNames: [urlName], keepsPasswords });
  if (outcome.kind !== 'saved') throw refusal(outcome, edit.email);
  return outcome.personId;
}

async function remove(tx: Tx, { session, urlName }: Directory, email: string): Promise<void> {
  const outcome = await removeFromAccount(tx, session, { urlName, email, isLast: null });
  if (outcome.kind !== 'saved') throw refusal(outcome, email);
}

/** Locks the token's creator and the users, in the order of their ids. @throws RequestError NOT_ALLOWED */
export async function lockUsers(tx: Tx, { session, accountId }: Directory, ids: readonly string[]): Promise<void> {
  await sql`
    select from person where id = any(${[session.person.id, ...ids]}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  const { standing } = await lockStanding(tx, session, null);
  await requireInAccounts(standing, 'manage-users', [accountId]);
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
 * Adds a user to the account. A user without roles becomes a viewer.
 * @throws ScimError, RequestError
 */
export async function addUser(tx: Tx, directory: Directory, draft: UserDraft): Promise<DirectoryUser> {
  requireComplete(draft);
  const known = await findUserId(tx, draft.userName);
  await lockUsers(tx, directory, known === null ? [] : [known]);
  if (known !== null && (await findUser(tx, directory.accountId, known)) !== null)
    throw new ScimError(409, 'A user with this userName exists.', 'uniqueness');
  const roles = draft.roles.length === 0 ? (['viewer'] as const) : draft.roles;
  // With a name, a person of other accounts is refused: their name and id are theirs, and so is the choice to join.
  const personId = await save(tx, directory, { email: draft.userName, name: draft.name, keys: roles });
  if (!draft.active) await remove(tx, directory, draft.userName);
  await putProvisioned(
    tx,
    { accountId: directory.accountId, personId },
    {
      ...draft,
      formerRoles: draft.active ? [] : roles,
    },
  );
  return readUser(tx, directory, { id: personId, ifMatch: null });
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
  if (isMoved) await moveAddress(tx, directory, user, after.userName);
  const current = isMoved ? { ...user, email: after.userName } : user;
  await rename(tx, directory, current, after.name);
  await changeAccess(tx, directory, current, after);
  const place = { accountId: directory.accountId, personId: user.id };
  await putProvisioned(tx, place, { ...after, formerRoles: after.active ? [] : after.roles });
  return readUser(tx, directory, { id: user.id, ifMatch: null });
}

/** Gives a user another email address, by which they sign in from now on. @throws ScimError, RequestError */
async function moveAddress(tx: Tx, directory: Directory, user: DirectoryUser, to: string): Promise<void> {
  const { session, accountId } = directory;
  const outcome = await changeAddress(tx, session, { personId: user.id, accountId, email: to });
  if (outcome.kind === 'conflicting_email') throw refusal(outcome, user.email);
  if (outcome.kind === 'attached') throw invalid('mutability', outcome.message);
  if (outcome.kind !== 'saved') throw refusal(outcome, user.email);
}

/** Who belongs to other accounts too keeps their name. */
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
  const roles = !after.active ? [] : isActivated && after.roles.length === 0 ? (['viewer'] as const) : after.roles;
  if (roles.join() === held.join()) return;
  if (roles.length === 0) return remove(tx, directory, email);
  const { rows } = await sql`select from person where id = ${user.id}::uuid and status = 'active'`.execute(tx);
  await save(tx, directory, { email, name: rows.length === 0 ? after.name : null, keys: roles });
}

/**
 * Removes a user from the account.
 * @throws ScimError, RequestError
 */
export async function deleteUser(tx: Tx, directory: Directory, target: Target): Promise<void> {
  await lockUsers(tx, directory, [target.id]);
  const { email, roles } = await readUser(tx, directory, target);
  if (roles.length > 0) await remove(tx, directory, email);
  await deleteProvisioned(tx, directory.accountId, target.id);
}
