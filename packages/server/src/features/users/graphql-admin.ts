import { administration } from '../../graphql/administration.ts';
import { type Builder, builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAdministration } from '../../graphql/context.ts';
import { type AdminLoaderDefinition, loadAdministered } from '../../graphql/loaders.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import {
  accountsOfUsers,
  type IdentityRow,
  identitiesOfUsers,
  listUsers,
  type UserAccountRow,
  type UserRow,
  usersById,
} from './queries-admin.ts';

const userRef = builder.objectRef<UserRow>('User');
const userAccountRef = builder.objectRef<UserAccountRow>('UserAccount');
const identityRef = builder.objectRef<IdentityRow>('UserIdentity');

const ADMIN = { admin: 'manage-users' } as const;
const PAGE_SIZE = 20;
const USER: AdminLoaderDefinition<UserRow> = { field: 'userV2', batchAll: usersById };
const ACCOUNTS: AdminLoaderDefinition<UserAccountRow[]> = { field: 'User.accounts', batchAll: accountsOfUsers };
const IDENTITIES: AdminLoaderDefinition<IdentityRow[]> = { field: 'User.identities', batchAll: identitiesOfUsers };

function defineTypes(): void {
  userAccountRef.implement({
    description: 'An account that a user is a member of.',
    authScopes: ADMIN,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      urlName: t.exposeString('url_name', { description: 'Its name in addresses.' }),
      name: t.exposeString('name', { description: 'Its name for people.' }),
      roles: t.stringList({
        description: 'The roles granted there, without implied ones.',
        resolve: (row) => [...row.roles],
      }),
    }),
  });
  identityRef.implement({
    description: 'A login method of a user.',
    authScopes: ADMIN,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      name: t.exposeString('name', { description: 'The name that it was made with.' }),
      email: t.exposeString('email', { description: 'The address that it was made with.' }),
      connectionType: t.exposeString('connection_type', { description: 'password or oidc.' }),
      emailVerified: t.exposeBoolean('email_verified', {
        description: 'Whether its provider has verified the address.',
      }),
      blocked: t.exposeBoolean('blocked', { description: 'Whether signing in by it is refused.' }),
    }),
  });
  userRef.implement({
    description: 'A person as administrators see them.',
    authScopes: ADMIN,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      email: t.exposeString('email', { description: 'Their address.' }),
      name: t.exposeString('name', { description: 'Their name.' }),
      globalRoles: t.stringList({
        description: 'Roles held in every account, without implied ones.',
        resolve: (row) => [...row.global_roles],
      }),
      accounts: t.field({
        type: [userAccountRef],
        description: 'The active accounts they are a member of, by name.',
        resolve: async (row, _args, context) => (await loadAdministered(context, ACCOUNTS, row.id)) ?? [],
      }),
      identities: t.field({
        type: [identityRef],
        description: 'Their login methods, oldest first.',
        resolve: async (row, _args, context) => (await loadAdministered(context, IDENTITIES, row.id)) ?? [],
      }),
    }),
  });
}

/** People of all accounts, for administrators with a global role. */
export function defineUserAdministration(builder_: Builder): void {
  defineTypes();
  const connection = defineConnection('User', userRef, ADMIN);
  builder_.queryFields((t) => ({
    users: t.field({
      type: connection,
      ...administration('list-accounts-v2'),
      description: 'The active people of the installation, by name.',
      args: pageArguments(PAGE_SIZE),
      resolve: (_root, args, context) => {
        const page = readPage(args, { order: 'users', size: PAGE_SIZE, sortedBy: 'text' });
        return inAdministration(context, { field: 'users' }, async (tx) =>
          toConnection(await listUsers(tx, page), page),
        );
      },
    }),
    userV2: t.field({
      type: userRef,
      nullable: true,
      ...administration('manage-users'),
      description: 'One active person; null when there is none of this id.',
      args: { userId: t.arg.id({ required: true, description: 'Their id.' }) },
      resolve: (_root, { userId }, context) => loadAdministered(context, USER, userId),
    }),
  }));
}
