import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { ensurePasswordIdentity } from '../../identity/people/store-identity.ts';
import { addPerson, reactivatePerson, renamePerson } from '../../identity/people/store-person.ts';
import type { Session } from '../../identity/session.ts';
import { recordAct } from '../administration/record-act.ts';
import {
  type LockedPerson,
  lockStanding,
  requireEverywhere,
  requireInAccounts,
  type Standing,
} from '../administration/standing.ts';
import {
  type Access,
  accessOf,
  type GrantedRole,
  mayStandInFor,
  namesOf,
  putRoles,
  roleProblem,
  rolesNamed,
} from './access.ts';
import { inviteUser } from './invitations/invite-users.ts';

/** Null leaves a value as it is. */
export type UserEdit = {
  readonly email: string;
  readonly name: string | null;
  readonly password: { readonly hash: string } | null;
  /** Names of presets, and of roles that each of the accounts defines. */
  readonly roles: readonly string[] | null;
  /** The accounts of the roles; null for global roles. */
  readonly urlNames: readonly string[] | null;
  /** False when another identity provider keeps the passwords. */
  readonly keepsPasswords: boolean;
};

export type UserRefusal =
  | { readonly kind: 'conflicting_email' }
  | { readonly kind: 'missing' | 'refused' | 'attached'; readonly message: string }
  | { readonly kind: 'invalid'; readonly field: string; readonly message: string };
export type UserSaved = {
  readonly kind: 'saved';
  /** Null for a user who was invited. */
  readonly personId: string | null;
  readonly accountIds: readonly string[];
  /** The user who was added, or is active again. */
  readonly added?: { readonly email: string; readonly name: string };
};
export type UserOutcome = UserRefusal | UserSaved;

/** The accounts of an edit; null for global roles. */
type Accounts = readonly { readonly id: string; readonly url_name: string }[] | null;

const MAX_NAME = 200;
const MAX_EMAIL = 320;
export const NO_USER = { kind: 'missing', message: 'There is no active user with this email address.' } as const;

export async function findUserId(tx: Tx, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from person where lower(email) = ${email.trim().toLowerCase()} and erased is null`.execute(tx);
  return rows[0]?.id ?? null;
}

function invalidValue({ email, name, roles, urlNames }: UserEdit): UserRefusal | null {
  const address = email.length > MAX_EMAIL || email.includes('\0') ? 'The email is invalid' : emailProblem(email);
  if (address !== null) return { kind: 'invalid', field: 'userEmail', message: address };
  const named = name === null ? null : name.trim() === '' ? 'Required field' : textProblem('A name', name, MAX_NAME);
  if (named !== null) return { kind: 'invalid', field: 'userName', message: named };
  if (roles?.length === 0 && urlNames !== null)
    return { kind: 'invalid', field: 'roles', message: 'Select at least one role.' };
  return null;
}

async function findAccounts(tx: Tx, urlNames: readonly string[] | null): Promise<Accounts | UserRefusal> {
  if (urlNames === null) return null;
  const { rows } = await sql<{ id: string; url_name: string }>`
    select id, url_name from account where url_name = any(${[...urlNames]}) and status = 'active' order by id`.execute(
    tx,
  );
  const missing = urlNames.find((name) => rows.every(({ url_name: known }) => known !== name));
  return missing === undefined ? rows : { kind: 'missing', message: `There is no active account ${missing}.` };
}

/**
 * Adds a user, or changes the name, the password or the roles of one. What the administrator lacks a permission for is refused.
 * @throws RequestError NOT_ALLOWED
 */
export async function saveUser(tx: Tx, session: Session, edit: UserEdit): Promise<UserOutcome> {
  const invalid = invalidValue(edit);
  if (invalid !== null) return invalid;
  if (isAddition(edit) && edit.urlNames !== null && !session.globalPermissions.has('manage-users'))
    return invite(tx, session, edit);
  const { standing, subject } = await lockStanding(tx, session, await findUserId(tx, edit.email));
  const accounts = await findAccounts(tx, edit.urlNames);
  if (accounts !== null && 'kind' in accounts) return accounts;
  if (accounts === null || accounts.length === 0 || isAddition(edit)) requireEverywhere(standing, 'manage-users');
  else
    await requireInAccounts(
      standing,
      'manage-users',
      accounts.map(({ id }) => id),
    );
  const granted = await readGrants(tx, edit.roles, accounts);
  const change = { tx, session, standing, edit, accounts, granted };
  if (subject?.status !== 'active') return addUser(change, subject);
  const access = await accessOf(tx, subject.id);
  if (!isAddition(edit) && (await isOutsider(change, subject, access))) return NO_USER;
  return changeUser(change, subject, access);
}

/** A manager of the users of some accounts invites: whether a person has the address elsewhere is not theirs to know. */
async function invite(tx: Tx, session: Session, edit: UserEdit): Promise<UserOutcome> {
  const { email, name, roles, urlNames, password } = edit;
  const accounts = await findAccounts(tx, urlNames);
  if (accounts !== null && 'kind' in accounts) return accounts;
  if (accounts === null || accounts.length === 0)
    return { kind: 'invalid', field: 'urlNames', message: 'Select at least one account.' };
  if (password !== null) return { kind: 'invalid', field: 'userPassword', message: OWN_PASSWORD };
  const accountIds = accounts.map(({ id }) => id);
  const draft = { email: email.trim(), name: (name ?? '').trim(), roles: roles ?? [], accountIds };
  const refusal = await inviteUser(tx, session, draft);
  switch (refusal?.kind) {
    case undefined:
      return { kind: 'saved', personId: null, accountIds };
    case 'member':
      return { kind: 'conflicting_email' };
    case 'invited':
      return { kind: 'refused', message: `${draft.email} was invited already. Send the invitation again instead.` };
    case 'refused':
      return refusal;
  }
}

const OWN_PASSWORD = 'People choose their password when they accept the invitation. Leave it out.';

/** Whether an edit adds a user: the form for it sends both. */
const isAddition = ({ name, roles }: UserEdit): boolean => name !== null && roles !== null;

/** Whether a person is outside the accounts of an administrator, who must learn nothing about them. */
async function isOutsider(
  { tx, standing, accounts }: Change,
  { id: personId }: LockedPerson,
  { memberships }: Access,
): Promise<boolean> {
  if (standing.everywhere.has('manage-users')) return false;
  const ids = (accounts ?? []).map(({ id }) => id);
  if (ids.some((id) => memberships.has(id))) return false;
  const { rows } = await sql`
    select from provisioned_user where person_id = ${personId}::uuid and account_id = any(${ids}::uuid[])`.execute(tx);
  return rows.length === 0;
}

type Change = {
  readonly tx: Tx;
  readonly session: Session;
  readonly standing: Standing;
  readonly edit: UserEdit;
  readonly accounts: Accounts;
  /** The roles of the edit by account, or for null everywhere; null without a change of roles. */
  readonly granted: ReadonlyMap<string | null, readonly GrantedRole[]> | null;
};

/** @throws RequestError BAD_REQUEST for a role that does not exist */
async function readGrants(tx: Tx, roles: UserEdit['roles'], accounts: Accounts): Promise<Change['granted']> {
  if (roles === null) return null;
  const granted = new Map<string | null, readonly GrantedRole[]>();
  for (const id of accounts === null ? [null] : accounts.map((account) => account.id))
    granted.set(id, await rolesNamed(tx, id, roles));
  return granted;
}

/** @param former a deactivated person with this address, who is active again */
async function addUser(change: Change, former: LockedPerson | null): Promise<UserOutcome> {
  const { tx, session, edit, accounts } = change;
  const { name, roles, password, keepsPasswords } = edit;
  if (name === null || roles === null) return NO_USER;
  if (roles.length === 0) return { kind: 'invalid', field: 'roles', message: 'Select at least one role.' };
  if (accounts?.length === 0) return { kind: 'invalid', field: 'urlNames', message: 'Select at least one account.' };
  const problem = await rolesProblem(change, null);
  if (problem !== null) return problem;
  if (password !== null && !keepsPasswords) return EXTERNAL;
  const personId = former === null ? await addPerson(tx, { email: edit.email.trim(), name: name.trim() }) : former.id;
  if (personId === null) return { kind: 'conflicting_email' };
  const added = { subjectId: personId, after: { email: edit.email.trim(), name: name.trim() } };
  if (former === null) await recordAct(tx, session, { kind: 'user_created', ...added });
  else {
    await reactivatePerson(tx, personId, name.trim());
    await recordAct(tx, session, { kind: 'user_reactivated', before: { name: former.name }, ...added });
  }
  if (password !== null) await handOutPassword(tx, personId, password.hash);
  else if (keepsPasswords) await sql`select queue_password_reset(${personId})`.execute(tx);
  await changeRoles(change, personId, NO_ACCESS);
  const { after } = added;
  return { kind: 'saved', personId, accountIds: (accounts ?? []).map(({ id }) => id), added: after };
}

const NO_ACCESS: Access = { globalRoles: [], memberships: new Map() };
const EXTERNAL = { kind: 'refused', message: 'Your identity provider keeps passwords. Set them there.' } as const;

/** Sets a password that the person replaces at the next sign-in, and ends their sessions. */
async function handOutPassword(tx: Tx, personId: string, hash: string): Promise<void> {
  await ensurePasswordIdentity(tx, personId);
  await sql`
    select set_handed_out_password(id, ${hash}) from person_identity
    where person_id = ${personId} and connection_type = 'password'`.execute(tx);
  await sql`select end_sessions_of(${personId})`.execute(tx);
}

async function changeUser(change: Change, subject: LockedPerson, access: Access): Promise<UserOutcome> {
  const { tx, session, edit, accounts } = change;
  const hasAccess = access.globalRoles.length > 0 || access.memberships.size > 0;
  if (isAddition(edit) && hasAccess) return { kind: 'conflicting_email' };
  const problem =
    (await rolesProblem(change, { subject, access })) ??
    passwordProblem(change, subject, access) ??
    (await closedPasswordProblem(change, subject)) ??
    attachedProblem(change, subject, access);
  if (problem !== null) return problem;
  const name = edit.name?.trim() ?? subject.name;
  if (name !== subject.name) {
    await renamePerson(tx, subject.id, name);
    const values = { before: { name: subject.name }, after: { name } };
    await recordAct(tx, session, { kind: 'user_renamed', subjectId: subject.id, ...values });
  }
  if (edit.password !== null) {
    await handOutPassword(tx, subject.id, edit.password.hash);
    await recordAct(tx, session, { kind: 'password_changed', subjectId: subject.id });
  }
  await changeRoles(change, subject.id, access);
  return { kind: 'saved', personId: subject.id, accountIds: (accounts ?? []).map(({ id }) => id) };
}

/** Why the roles of an edit cannot be granted. */
async function rolesProblem(
  { session, standing, accounts, granted }: Change,
  of: { readonly subject: LockedPerson; readonly access: Access } | null,
): Promise<UserRefusal | null> {
  if (granted === null) return null;
  if (of?.subject.id === session.person.id)
    return { kind: 'refused', message: 'You cannot change your own roles. Ask another administrator.' };
  if (accounts === null) {
    requireEverywhere(standing, 'manage-global-users');
    const change = { before: of?.access.globalRoles ?? [], after: granted.get(null) ?? [] };
    const message = roleProblem(change, standing.everywhere);
    return message === null ? null : { kind: 'refused', message };
  }
  for (const { id } of accounts) {
    const before = of?.access.memberships.get(id) ?? [];
    const message = roleProblem({ before, after: granted.get(id) ?? [] }, await standing.inAccount(id));
    if (message !== null) return { kind: 'refused', message };
  }
  return null;
}

/** A person who sets a password could sign in with it. */
function passwordProblem(change: Change, subject: LockedPerson, access: Access): UserRefusal | null {
  const { session, standing, edit } = change;
  if (edit.password === null) return null;
  requireEverywhere(standing, 'manage-users');
  if (!edit.keepsPasswords) return EXTERNAL;
  if (subject.id === session.person.id)
    return { kind: 'refused', message: 'Reset your own password from the user menu.' };
  return mayStandInFor(standing, access)
    ? null
    : {
        kind: 'refused',
        message: `${subject.name} holds roles that you cannot grant. Send an email that resets the password instead.`,
      };
}

/** Where single sign-on is required, a password would open nothing. */
async function closedPasswordProblem({ tx, edit }: Change, { id, email }: LockedPerson): Promise<UserRefusal | null> {
  if (edit.password === null) return null;
  const { rows } = await sql<{ rule: string }>`select password_rule_of(${id}::uuid) as rule`.execute(tx);
  return rows[0]?.rule === 'closed'
    ? { kind: 'refused', message: `${email} signs in by single sign-on only. Reset access at the identity provider.` }
    : null;
}

/** A manager of the users of some accounts renames only people who belong to no others. */
function attachedProblem(
  { standing, edit, accounts }: Change,
  subject: LockedPerson,
  { globalRoles, memberships }: Access,
): UserRefusal | null {
  if (edit.name === null || standing.everywhere.has('manage-users')) return null;
  const others = [...memberships.keys()].filter((id) => !(accounts ?? []).some((account) => account.id === id));
  return globalRoles.length === 0 && others.length === 0
    ? null
    : {
        kind: 'attached',
        message: `${subject.name} belongs to more accounts. Ask a person who manages users of all accounts.`,
      };
}

async function changeRoles({ tx, session, granted }: Change, personId: string, access: Access): Promise<void> {
  for (const [accountId, after] of granted ?? []) {
    const before = accountId === null ? access.globalRoles : (access.memberships.get(accountId) ?? []);
    if (namesOf(before).join() === namesOf(after).join()) continue;
    await putRoles(tx, personId, accountId, { before, after });
    await recordAct(tx, session, {
      kind: accountId === null ? 'global_roles_changed' : 'roles_changed',
      ...(accountId === null ? {} : { accountId }),
      subjectId: personId,
      before: { roles: namesOf(before) },
      after: { roles: namesOf(after) },
    });
  }
}
