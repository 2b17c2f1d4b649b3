import type { Permission } from '@switchboard/model/permissions';
import type { AdminRequirement } from './context.ts';

/** The extension of a root field with its permission outside an account, for the guard and the tests of the schema. */
export const ADMIN_EXTENSION = 'admin';

/**
 * Options of a root field that needs no account: the permission must be held by a global role or, if `accountArgument`
 * is the name of an argument, in the account with the url name in that argument, or in each account of its list.
 */
export function administration(permission: Permission, accountArgument?: string) {
  return {
    authScopes: (_root: unknown, args: object): { adminField: AdminRequirement } => ({
      adminField: { permission, urlNames: accountArgument === undefined ? [] : textsOf(args, accountArgument) },
    }),
    extensions: { [ADMIN_EXTENSION]: permission },
  };
}

function textsOf(args: object, name: string): readonly string[] {
  const value: unknown = Reflect.get(args, name);
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
}
