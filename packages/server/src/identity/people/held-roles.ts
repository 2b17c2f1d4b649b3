import { type DefinedRole, type Permission, permissionsOf, ROLES, type Role } from '@switchboard/model/permissions';
import { type RawBuilder, sql } from 'kysely';

/** Roles of one place: presets, without those that they imply, and roles that the account defines. */
export type HeldRoles = { readonly roles: readonly Role[]; readonly definedRoles: readonly DefinedRole[] };

/** Expressions of the roles that a person holds in an account, which the caller names as the columns of `HeldRoles`. */
export const heldPresets = (personId: RawBuilder<unknown>, accountId: RawBuilder<unknown>): RawBuilder<Role[]> => sql`
  array(select m.role from membership m
    where m.person_id = ${personId} and m.account_id = ${accountId} and m.role is not null)`;

export const heldDefinedRoles = (
  personId: RawBuilder<unknown>,
  accountId: RawBuilder<unknown>,
): RawBuilder<DefinedRole[]> => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('name', r.name, 'permissions', r.permissions) order by lower(r.name))
    from membership m join account_role r on r.account_id = m.account_id and r.id = m.role_id
    where m.person_id = ${personId} and m.account_id = ${accountId}), '[]')`;

/** The presets that manage the users of an account. */
export const GOVERNS_USERS: readonly Role[] = ROLES.filter((role) =>
  permissionsOf([role], []).includes('manage-users'),
);

/** The condition that a membership, the row `m`, grants one of these permissions; `presets` are the roles that have one. */
export const grantsOneOf = (presets: readonly Role[], permissions: readonly Permission[]): RawBuilder<boolean> => sql`
  (m.role = any(${[...presets]}::text[]) or exists (
    select from account_role r
    where r.account_id = m.account_id and r.id = m.role_id and r.permissions && ${[...permissions]}::text[]))`;

/** The names of roles, in an aggregate over memberships, the rows `m`, with the defined role of each, the row `r`: presets first. */
export const ROLE_NAMES: RawBuilder<string[]> = sql`
  array_agg(coalesce(m.role, r.name) order by array_position(${[...ROLES]}::text[], m.role), lower(r.name))`;
