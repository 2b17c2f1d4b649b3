import { defineAdministeredList, defineAdministeredQuery } from '../../graphql/administered-list.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, from, id, int, references, string, strings } from '../../graphql/columns.ts';
import { type AdminLoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import {
  accountsOfUsers,
  type IdentityRow,
  identitiesOfUsers,
  type UserAccountRow,
  type UserRow,
  usersById,
} from './queries-admin.ts';

export const userRef = builder.objectRef<UserRow>('User');
const userAccountRef = builder.objectRef<UserAccountRow>('UserAccount');
const identityRef = builder.objectRef<IdentityRow>('UserIdentity');

const ADMIN = { admin: 'manage-users' } as const;
export const USER: AdminLoaderDefinition<UserRow> = { field: 'userV2', batchAll: usersById };
const ACCOUNTS: AdminLoaderDefinition<UserAccountRow[]> = { field: 'User.accounts', batchAll: accountsOfUsers };
const IDENTITIES: AdminLoaderDefinition<IdentityRow[]> = { field: 'User.identities', batchAll: identitiesOfUsers };

function defineTypes(): void {
  defineObject(userAccountRef, {
    description: 'An account that a user is a member of.',
    authScopes: ADMIN,
    columns: {
      id: id('Opaque identifier.'),
      urlName: from('url_name', string('Name in URLs.')),
      name: string('Display name.'),
      roles: strings('Roles granted in the account, without those that they imply.'),
    },
  });
  defineObject(identityRef, {
    description: 'A sign-in method of a user.',
    authScopes: ADMIN,
    columns: {
      id: id('Opaque identifier.'),
      name: string('Name when the method was added.'),
      email: string('Email address when the method was added.'),
      connectionType: from('connection_type', string('password or oidc.')),
      emailVerified: from('email_verified', boolean('Whether the provider has verified the email address.')),
      blocked: boolean('Whether signing in with it is refused.'),
      hasAuthenticatorApp: from(
        'has_authenticator_app',
        boolean('Whether signing in with it needs a code of an authenticator app, or another factor.'),
      ),
      passkeyCount: from('passkeys', int('Number of passkeys that sign in without the password, or besides it.')),
    },
  });
  defineObject(userRef, {
    description: 'A person as administrators see them.',
    authScopes: ADMIN,
    isTypeOf: hasProperty('global_roles'),
    columns: {
      id: id('Opaque identifier.'),
      email: string('Email address.'),
      name: string('Display name.'),
      globalRoles: from('global_roles', strings('Roles held in every account, without those that they imply.')),
      accounts: from(
        'id',
        references(userAccountRef, ACCOUNTS, 'Active accounts of which the user is a member, by name.'),
      ),
      identities: from('id', references(identityRef, IDENTITIES, 'Sign-in methods, oldest first.')),
    },
  });
}

/** Users of all accounts, for administrators with a global role. */
export function defineUserAdministration(): void {
  defineTypes();
  defineAdministeredList('person', userRef, ADMIN, usersById);
  defineAdministeredQuery('userV2', userRef, {
    description: 'The active user with this id; null when it does not exist.',
    argument: 'userId',
    key: id('Id of the user.'),
    read: (context, userId) => load(context, USER, userId),
  });
}
