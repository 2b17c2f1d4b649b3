import { ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { recordRefusal } from '../../audit/record-refusal.ts';
import type { Tx } from '../../db/database.ts';
import { administration } from '../../graphql/administration.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, id, nullable, string, strings } from '../../graphql/columns.ts';
import { type GraphqlContext, inAdministration, MAX_ACCOUNTS } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { type AdminLoaderDefinition, load, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef, refusalRef } from '../../graphql/value-types.ts';
import { insecurities } from '../../identity/passwords/password-strength.ts';
import { hashPassword } from '../../identity/passwords.ts';
import { accountRef } from '../accounts/graphql.ts';
import { type AccountRow, accountsById } from '../accounts/queries.ts';
import { MAX_ROLES } from '../roles/save-role.ts';
import { accessOf } from './access.ts';
import { addToDirectory, blockInDirectory, deleteFromDirectory } from './directory-changes.ts';
import { deactivateUser, removeFromAccount, setIdentityBlocked, type UserEnded } from './end-access.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { USER, userRef } from './graphql-admin.ts';
import { resetFactors } from './reset-factors.ts';
import { findUserId, saveUser, type UserRefusal, type UserSaved } from './save-user.ts';

class SavedUser {
  readonly id: string | null;
  readonly accountIds: readonly string[];

  constructor({ personId, accountIds }: UserSaved) {
    this.id = personId;
    this.accountIds = accountIds;
  }
}
/** A user whose access has ended. */
export class EndedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;

  constructor({ id: personId, email, name }: Omit<UserEnded, 'kind'>) {
    this.id = personId;
    this.email = email;
    this.name = name;
  }
}
class ConflictingEmail {
  readonly message = 'Email already exists';
}
class InsecurePassword {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    this.errors = errors;
  }
}
class AttachedToMoreAccounts {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
class InvalidUser {
  readonly field: string;
  readonly message: string;

  constructor(field: string, message: string) {
    this.field = field;
    this.message = message;
  }
}
type Verification = { readonly auth0Name: string | null; readonly userId: string | null; readonly invites: boolean };

const ADMIN = { admin: 'manage-users' } as const;
const ACCOUNT: AdminLoaderDefinition<AccountRow> = { field: 'SavedUser.accounts', batchAll: accountsById };

const savedRef = builder.objectRef<SavedUser>('SavedUser');
export const endedRef = builder.objectRef<EndedUser>('EndedUser');
const conflictingRef = builder.objectRef<ConflictingEmail>('ConflictingEmailError');
const insecureRef = builder.objectRef<InsecurePassword>('InsecurePasswordError');
const attachedRef = builder.objectRef<AttachedToMoreAccounts>('AttachedToMoreAccountsError');
const invalidRef = builder.objectRef<InvalidUser>('InvalidUserError');
const verificationRef = builder.objectRef<Verification>('EmailVerification');

function defineTypes(): void {
  defineObject(savedRef, {
    description: 'A user after a change.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof SavedUser,
    fields: (t) => ({
      user: t.field({
        type: userRef,
        nullable: true,
        description: 'The user, for those who manage users of all accounts; null for others.',
        resolve: (row, _args, context) =>
          row.id !== null && context.session.globalPermissions.has('manage-users') ? load(context, USER, row.id) : null,
      }),
      invited: t.boolean({
        description: 'Whether an invitation was sent, which the person accepts.',
        resolve: ({ id: personId }) => personId === null,
      }),
      accounts: t.field({
        type: [accountRef],
        description: 'The accounts that the change concerned.',
        resolve: async ({ accountIds }, _args, context) =>
          (await Promise.all(accountIds.map((accountId) => load(context, ACCOUNT, accountId)))).filter(
            (row) => row !== null,
          ),
      }),
    }),
  });
  defineObject(endedRef, {
    description: 'A user who was deactivated or erased.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof EndedUser,
    columns: { id: id('Opaque identifier.'), email: string('Email address.'), name: string('Display name.') },
  });
  defineObject(verificationRef, {
    description: 'Known facts about an email address.',
    authScopes: ADMIN,
    columns: {
      auth0Name: nullable(string('Name of the person with this address; null for an address that is not known.')),
      userId: nullable(id('Id of the user who already has access to accounts; null for others.')),
      invites: boolean('Whether saving sends an invitation: for who manages users of some accounts.'),
    },
  });
}

function defineErrors(): void {
  const message = string('Why it is not possible.');
  defineObject(conflictingRef, {
    description: 'A user with this email address exists.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof ConflictingEmail,
    interfaces: [refusalRef],
    columns: { message },
  });
  defineObject(insecureRef, {
    description: 'A password is too weak.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof InsecurePassword,
    columns: { errors: strings('The problem with it.') },
  });
  defineObject(attachedRef, {
    description: 'The user belongs to more accounts than the change may concern.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof AttachedToMoreAccounts,
    interfaces: [refusalRef],
    columns: { message },
  });
  defineObject(invalidRef, {
    description: 'A value of a user cannot be saved.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof InvalidUser,
    interfaces: [refusalRef],
    columns: { field: string('The argument with the wrong value.'), message },
  });
}

type Concerned = { readonly act: string; readonly email?: string; readonly urlName?: string | null };

/** Presents why a change was not made. A refusal by the roles of the administrator is recorded. */
export async function presentRefusal(
  { database, session }: GraphqlContext,
  outcome: UserRefusal,
  concerned: Concerned,
) {
  if (outcome.kind === 'refused') await recordRefusal(database, session, { ...concerned, reason: outcome.message });
  switch (outcome.kind) {
    case 'conflicting_email':
      return new ConflictingEmail();
    case 'missing':
      return new NotFound(outcome.message);
    case 'refused':
      return new Conflict(outcome.message);
    case 'attached':
      return new AttachedToMoreAccounts(outcome.message);
    case 'invalid':
      return new InvalidUser(outcome.field, outcome.message);
  }
}

export const REFUSALS = [conflictingRef, attachedRef, invalidRef, conflictRef, notFoundRef] as const;

/** @throws RequestError BAD_REQUEST for more roles than an account has */
function readRoles(roles: readonly string[]): readonly string[] {
  const distinct = [...new Set(roles)];
  if (distinct.length > ROLES.length + MAX_ROLES) throw badRequest('Name each role once.');
  return distinct;
}

/** @throws RequestError BAD_REQUEST for text that no address contains */
function readEmail(email: string): string {
  if (email.length > 320 || email.includes('\0')) throw badRequest('The email must be an email address.');
  return email;
}

function defineSaveUser(): void {
  defineMutation('saveUserV2', {
    ...administration('manage-users', 'urlNames'),
    description:
      'Adds a user (email, name, roles, and accounts unless the roles are global), or changes the name, the password or the roles of one. Without urlNames roles are global; no role takes global access away.',
    result: changeResult('SaveUserResult', 'user', [savedRef, insecureRef, ...REFUSALS]),
    args: {
      ...required({ userEmail: string('Email address of the user.') }),
      ...optional({
        userName: string('The name.'),
        userPassword: string(
          'A password, which the user replaces at the next sign-in. A user who is added without one gets an email with a link. Who manages users of some accounts sends invitations, without a password.',
        ),
        roles: strings(
          'Names of roles, in place of those held there: presets, and roles that each of the accounts defines.',
        ),
        urlNames: strings('Url names of the accounts that the roles are for.'),
      }),
    },
    resolve: async ({ userEmail, userName, userPassword, roles, urlNames }, context) => {
      if ((urlNames?.length ?? 0) > MAX_ACCOUNTS) throw badRequest(`Name at most ${MAX_ACCOUNTS} accounts.`);
      const weak = userPassword == null ? [] : await insecurities(userPassword, [userEmail, userName ?? '']);
      if (weak.length > 0) return new InsecurePassword(weak);
      const edit = {
        email: userEmail,
        name: userName ?? null,
        password: userPassword == null ? null : { hash: await hashPassword(userPassword) },
        roles: roles == null ? null : readRoles(roles),
        urlNames: urlNames == null ? null : [...new Set(urlNames)],
        keepsPasswords: context.passwords.keepsPasswords,
      };
      const details = { userEmail: userEmail.slice(0, 320).replaceAll('\0', ''), urlNames: edit.urlNames };
      const outcome = await inAdministration(context, { field: 'saveUserV2', details }, (tx) =>
        saveUser(tx, context.session, edit),
      );
      context.loaders.clear();
      if (outcome.kind === 'saved') {
        const problem = outcome.added === undefined ? null : await addToDirectory(context, outcome.added);
        return problem === null ? new SavedUser(outcome) : new Conflict(problem);
      }
      return presentRefusal(context, outcome, {
        act: 'saveUserV2',
        email: userEmail,
        urlName: edit.urlNames?.[0] ?? null,
      });
    },
  });
}

function defineEndings(): void {
  defineMutation('removeUserV2', {
    ...administration('manage-accounts'),
    description: 'Deactivates a user: their roles, sessions and service tokens end at once.',
    result: changeResult('RemoveUserResult', 'user', [endedRef, ...REFUSALS]),
    args: required({ email: string('Email address of the user.') }),
    resolve: async (args, context) => {
      const email = readEmail(args.email);
      const outcome = await inAdministration(context, { field: 'removeUserV2', details: { email } }, (tx) =>
        deactivateUser(tx, context.session, email),
      );
      if (outcome.kind === 'ended') {
        const problem = await deleteFromDirectory(context, outcome);
        return problem === null ? new EndedUser(outcome) : new Conflict(problem);
      }
      return presentRefusal(context, outcome, { act: 'removeUserV2', email });
    },
  });
  defineMutation('removeUserFromAccountV2', {
    ...administration('manage-users', 'urlName'),
    description: 'Takes all roles of an account from a user.',
    result: changeResult('RemoveUserFromAccountResult', 'user', [savedRef, ...REFUSALS]),
    args: {
      ...required({ urlName: string('Url name of the account.'), email: string('Email address of the user.') }),
      ...optional({
        isLast: boolean(
          'Whether it is the last account of the user, as it was confirmed. Refused if that has changed.',
        ),
      }),
    },
    resolve: async (args, context) => {
      const removal = { urlName: args.urlName, email: readEmail(args.email), isLast: args.isLast ?? null };
      const details = { urlName: removal.urlName.slice(0, 63), email: removal.email };
      const outcome = await inAdministration(context, { field: 'removeUserFromAccountV2', details }, (tx) =>
        removeFromAccount(tx, context.session, removal),
      );
      if (outcome.kind === 'saved') return new SavedUser(outcome);
      const { email, urlName } = removal;
      return presentRefusal(context, outcome, { act: 'removeUserFromAccountV2', email, urlName });
    },
  });
  defineMutation('setAuth0UserBlock', {
    ...administration('manage-users'),
    description: 'Blocks or unblocks a sign-in method of a user. Blocking ends their sessions at once.',
    result: changeResult('SetUserBlockResult', 'user', [userRef, ...REFUSALS]),
    args: required({ id: id('Id of the sign-in method.'), blocked: boolean('Whether signing in with it is refused.') }),
    resolve: async ({ id: identityId, blocked }, context) => {
      if (!UUID.test(identityId)) return new NotFound('There is no such sign-in method.');
      const details = { id: identityId, blocked };
      const outcome = await inAdministration(context, { field: 'setAuth0UserBlock', details }, (tx) =>
        setIdentityBlocked(tx, context.session, identityId, blocked),
      );
      if (outcome.kind !== 'blocked') return presentRefusal(context, outcome, { act: 'setAuth0UserBlock' });
      const problem = await blockInDirectory(context, outcome.login, blocked);
      if (problem !== null) return new Conflict(problem);
      return (await reload(context, USER, outcome.personId)) ?? new NotFound('There is no such sign-in method.');
    },
  });
}

function defineFactorReset(): void {
  defineMutation('resetUserFactors', {
    ...administration('manage-users'),
    description:
      'Removes the authenticator app, the passkeys and the recovery codes of a user who has lost them. Ends their sessions at once, and mails them.',
    result: changeResult('ResetUserFactorsResult', 'user', [userRef, ...REFUSALS]),
    args: required({ userId: id('Id of the user.') }),
    resolve: async ({ userId }, context) => {
      if (!UUID.test(userId)) return new NotFound('The user does not exist or was deactivated.');
      const use = { field: 'resetUserFactors', details: { userId } };
      const outcome = await inAdministration(context, use, (tx) => resetFactors(tx, context.session, userId));
      if (outcome.kind !== 'reset') return presentRefusal(context, outcome, { act: 'resetUserFactors' });
      return (
        (await reload(context, USER, outcome.personId)) ?? new NotFound('The user does not exist or was deactivated.')
      );
    },
  });
}

function defineSessionEnd(): void {
  defineMutation('endUserSessions', {
    ...administration('manage-users'),
    description: 'Signs a user out everywhere at once.',
    result: changeResult('EndUserSessionsResult', 'user', [userRef, ...REFUSALS]),
    args: required({ userId: id('Id of the user.') }),
    resolve: async ({ userId }, context) => {
      const missing = new NotFound('The user does not exist or was deactivated.');
      if (!UUID.test(userId)) return missing;
      const use = { field: 'endUserSessions', details: { userId } };
      const outcome = await inAdministration(context, use, (tx) => endUserSessions(tx, context.session, userId));
      if (outcome.kind !== 'ended') return presentRefusal(context, outcome, { act: 'endUserSessions' });
      return (await reload(context, USER, outcome.personId)) ?? missing;
    },
  });
}

/** Finds an email address among the users of one account, by one query whether or not others have it. */
async function userOfAccount(tx: Tx, email: string, urlName: string): Promise<Verification> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from account a join membership m on m.account_id = a.id join person p on p.id = m.person_id
    where a.url_name = ${urlName} and a.status = 'active' and lower(p.email) = ${email.trim().toLowerCase()}
    limit 1`.execute(tx);
  return { auth0Name: rows[0]?.name ?? null, userId: rows[0]?.id ?? null, invites: true };
}

function defineVerification(): void {
  builder.queryField('verifyEmail', (t) =>
    t.field({
      type: verificationRef,
      ...administration('manage-users', 'urlName'),
      description:
        'Whether a person with this email address is known, and has access to accounts already. Who manages users of one account finds its users only.',
      args: {
        ...required({ email: string('Email address to verify.') }),
        ...optional({
          urlName: string('Url name of the account that a user is added to, where the permission suffices.'),
        }),
      },
      resolve: async (_root, args, context) => {
        const email = readEmail(args.email);
        const isGlobal = context.session.globalPermissions.has('manage-users');
        const known = await inAdministration(context, { field: 'verifyEmail', details: { email } }, async (tx) => {
          if (!isGlobal) return userOfAccount(tx, email, args.urlName ?? '');
          const userId = await findUserId(tx, email);
          if (userId === null) return { auth0Name: null, userId: null, invites: false };
          const { globalRoles, memberships } = await accessOf(tx, userId);
          const name = (await tx.selectFrom('person').select('name').where('id', '=', userId).executeTakeFirst())?.name;
          const hasAccess = globalRoles.length > 0 || memberships.size > 0;
          return { auth0Name: name ?? null, userId: hasAccess ? userId : null, invites: false };
        });
        if (!isGlobal || known.auth0Name !== null || context.directory === null) return known;
        const found = await context.directory.findByEmail(email);
        return { ...known, auth0Name: found.kind === 'ok' ? (found.value?.name ?? null) : null };
      },
    }),
  );
}

/** Defines the mutations by which administrators change users. */
export function defineUserChanges(): void {
  defineTypes();
  defineErrors();
  defineFactorReset();
  defineSessionEnd();
  defineSaveUser();
  defineEndings();
  defineVerification();
}
