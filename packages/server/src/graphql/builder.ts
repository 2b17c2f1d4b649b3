import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { Permission } from '@switchboard/model/permissions';
import { type AdminRequirement, administers, type GraphqlContext, holds } from './context.ts';
import { RequestError } from './request-error.ts';

/**
 * The schema builder. Every root field and object type states who may see it: `permission`, people with the permission in the
 * request's account; `signedIn`, people with a session; `admin`, people with the permission outside an account, which a root
 * field of administration (`administration()`) has checked.
 */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  AuthScopes: { signedIn: true; permission: Permission; admin: Permission; adminField: AdminRequirement };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
}>({
  plugins: [ScopeAuthPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (context) => ({
      signedIn: true,
      permission: (permission) => holds(context, permission),
      admin: (permission) => context.adminGrants.has(permission),
      adminField: (required) => administers(context, required),
    }),
    unauthorizedError: () => new RequestError('NOT_ALLOWED'),
  },
});

export type SchemaTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

/** The people who may see an object type. */
export type Scope = { readonly signedIn: true } | { readonly permission: Permission } | { readonly admin: Permission };

/** A check of a type's scope, which needs nothing but the operation's context. */
export function scopeCheck(scope: Scope): (context: GraphqlContext) => boolean {
  if ('permission' in scope) return (context) => holds(context, scope.permission);
  if ('admin' in scope) return ({ adminGrants }) => adminGrants.has(scope.admin);
  return () => true;
}

/** The scope of what everyone in an account may see. */
export const VIEW = { permission: 'view' } as const satisfies Scope;
