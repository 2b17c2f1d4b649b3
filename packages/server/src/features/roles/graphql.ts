import { DEFINABLE_PERMISSIONS, type Permission } from '@switchboard/model/permissions';
import { recordRefusal } from '../../audit/record-refusal.ts';
import { administration } from '../../graphql/administration.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { id, int, string, strings } from '../../graphql/columns.ts';
import { type GraphqlContext, inAdministration } from '../../graphql/context.ts';
import { type AdminLoaderDefinition, load, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef, refusalRef } from '../../graphql/value-types.ts';
import { accountRef } from '../accounts/graphql.ts';
import { type AccountRow, accountsById } from '../accounts/queries.ts';
import { type AccountRoleRow, accountRolesById, rolesOfAccounts } from './queries.ts';
import { type RoleRefusal, removeRole, saveRole } from './save-role.ts';

class InvalidRole {
  readonly field: string;
  readonly message: string;

  constructor(field: string, message: string) {
    this.field = field;
    this.message = message;
  }
}

const ADMIN = { admin: 'manage-users' } as const;
const ROLE: AdminLoaderDefinition<AccountRoleRow> = { field: 'saveAccountRole', batchAll: accountRolesById };
const ROLES_OF: AdminLoaderDefinition<AccountRoleRow[]> = { field: 'Account.definedRoles', batchAll: rolesOfAccounts };
const ACCOUNT: AdminLoaderDefinition<AccountRow> = { field: 'AccountRole.account', batchAll: accountsById };

const roleRef = builder.objectRef<AccountRoleRow>('AccountRole');
const invalidRef = builder.objectRef<InvalidRole>('InvalidRoleError');

function defineTypes(): void {
  defineObject(roleRef, {
    description: 'A role that an account defines out of permissions, beside the presets.',
    authScopes: ADMIN,
    isTypeOf: hasProperty('holders'),
    columns: {
      id: id('Opaque identifier.'),
      name: string('Its name, by which it is granted.'),
      version: int('Counts its changes.'),
      holders: int('Number of people who hold it.'),
    },
    fields: (t) => ({
      permissions: t.stringList({
        description: 'Permissions of those who hold it.',
        resolve: ({ permissions }) => knownPermissions(permissions),
      }),
      account: t.field({
        type: accountRef,
        nullable: true,
        description: 'The account that defines it.',
        resolve: (row, _args, context) => load(context, ACCOUNT, row.account_id),
      }),
    }),
  });
  defineObject(invalidRef, {
    description: 'A value of a role cannot be saved.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof InvalidRole,
    interfaces: [refusalRef],
    columns: { field: string('name or permissions.'), message: string('The problem with it.') },
  });
  builder.objectFields(accountRef, (t) => ({
    definedRoles: t.field({
      type: [roleRef],
      description: 'Roles that the account defines, by name.',
      resolve: async (row, _args, context) => (await load(context, ROLES_OF, row.id)) ?? [],
    }),
  }));
}

/** Without those that a former release knew. */
const knownPermissions = (permissions: readonly Permission[]): Permission[] =>
  DEFINABLE_PERMISSIONS.filter((permission) => permissions.includes(permission));

/** Presents why a role was not changed. A refusal by the permissions of the administrator is recorded. */
async function present({ database, session }: GraphqlContext, refusal: RoleRefusal, act: string, urlName: string) {
  switch (refusal.kind) {
    case 'missing':
      return new NotFound(refusal.message);
    case 'refused':
      await recordRefusal(database, session, { act, urlName, reason: refusal.message });
      return new Conflict(refusal.message);
    case 'conflict':
      return new Conflict(refusal.message);
  }
}

/** Roles that accounts define. */
export function defineRoles(): void {
  defineTypes();
  defineMutation('saveAccountRole', {
    ...administration('manage-users', 'urlName'),
    description:
      'Adds a role to an account, or changes one, at once for those who hold it. Refused with a permission that you lack in the account.',
    result: changeResult('SaveAccountRoleResult', 'role', [roleRef, invalidRef, conflictRef, notFoundRef]),
    args: {
      ...required({
        urlName: string('Url name of the account.'),
        name: string('Its name, which no other role and no preset of the account has; at most 60 characters.'),
        permissions: strings('Permissions of those who hold it.'),
      }),
      ...optional({
        roleId: id('Id of the role to change; without it one is added.'),
        version: int('The version that was read. If the role was changed since, nothing is done.'),
      }),
    },
    resolve: async ({ urlName, name, permissions, roleId, version }, context) => {
      if ((roleId == null) !== (version == null)) throw badRequest('Name the role to change by roleId and version.');
      const of = roleId == null || version == null ? null : { id: roleId, version };
      const use = { field: 'saveAccountRole', details: { urlName: urlName.slice(0, 63) } };
      const outcome = await inAdministration(context, use, (tx) =>
        saveRole(tx, context.session, { urlName, name, permissions, of }),
      );
      if (outcome.kind === 'invalid') return new InvalidRole(outcome.field, outcome.message);
      if (outcome.kind !== 'saved') return present(context, outcome, 'saveAccountRole', urlName);
      return (await reload(context, ROLE, outcome.id)) ?? new NotFound('The account has no such role.');
    },
  });
  defineMutation('removeAccountRole', {
    ...administration('manage-users', 'urlName'),
    description: 'Removes a role that no person holds from an account.',
    result: changeResult('RemoveAccountRoleResult', 'account', [accountRef, conflictRef, notFoundRef]),
    args: required({
      urlName: string('Url name of the account.'),
      roleId: id('Id of the role.'),
      version: int('The version that was read. If the role was changed since, nothing is done.'),
    }),
    resolve: async ({ urlName, roleId, version }, context) => {
      const use = {
        field: 'removeAccountRole',
        details: { urlName: urlName.slice(0, 63), roleId: roleId.slice(0, 36) },
      };
      const outcome = await inAdministration(context, use, (tx) =>
        removeRole(tx, context.session, { urlName, of: { id: roleId, version } }),
      );
      if (outcome.kind !== 'saved') return present(context, outcome, 'removeAccountRole', urlName);
      return (await reload(context, ACCOUNT, outcome.accountId)) ?? new NotFound('There is no such account.');
    },
  });
}
