import {
  grantableRoles,
  lackedPermissions,
  type Permission,
  permissionsOf,
  ROLE_LABELS,
  ROLES,
  type Role,
} from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { grantRoles, revokeRoles } from '../../identity/people/store-person.ts';
import { requireEverywhere, type Standing } from '../administration/standing.ts';

/** A role as it is granted: a preset, or one that the account defines. */
export type GrantedRole = {
  /** A preset, or the id of a defined role. */
  readonly key: string;
  readonly name: string;
  /** Null for a defined role. */
  readonly preset: Role | null;
  readonly permissions: readonly Permission[];
};

/** The roles that a person holds, without those that they imply. */
export type Access = {
  readonly globalRoles: readonly GrantedRole[];
  /** By the id of the active account. */
  readonly memberships: ReadonlyMap<string, readonly GrantedRole[]>;
};

const placeOf = ({ preset }: GrantedRole): number => (preset === null ? ROLES.length : ROLES.indexOf(preset));
const sorted = (roles: readonly GrantedRole[]): GrantedRole[] =>
  roles.toSorted((one, other) => placeOf(one) - placeOf(other) || (one.name < other.name ? -1 : 1));

const presetOf = (role: Role): GrantedRole => ({
  key: role,
  name: role,
  preset: role,
  permissions: permissionsOf([role], []),
});

export async function accessOf(tx: Tx, personId: string): Promise<Access> {
  const { rows } = await sql<GrantedRole & { readonly account_id: string | null }>`
    select m.account_id, m.role_key as key, coalesce(m.role, r.name) as name, m.role as preset,
      coalesce(r.permissions, '{}') as permissions
    from membership m join account a on a.id = m.account_id and a.status = 'active'
    left join account_role r on r.account_id = m.account_id and r.id = m.role_id
    where m.person_id = ${personId}
    union all select null, role, role, role, '{}' from global_role where person_id = ${personId}`.execute(tx);
  const roles = rows.map(({ account_id: accountId, ...role }) => ({
    accountId,
    role: role.preset === null ? role : presetOf(role.preset),
  }));
  const byAccount = Map.groupBy(roles, ({ accountId }) => accountId);
  const rolesOf = (accountId: string | null): GrantedRole[] =>
    sorted((byAccount.get(accountId) ?? []).map(({ role }) => role));
  const accountIds = [...byAccount.keys()].filter((id) => id !== null);
  return { globalRoles: rolesOf(null), memberships: new Map(accountIds.map((id) => [id, rolesOf(id)])) };
}

/**
 * The roles with these names in an account, or among the presets for null. What the account defines is locked, so that it permits
 * the same until the transaction ends.
 * @throws RequestError BAD_REQUEST for a role that does not exist
 */
export async function rolesNamed(
  tx: Tx,
  accountId: string | null,
  names: readonly string[],
): Promise<readonly GrantedRole[]> {
  const presets = ROLES.filter((role) => names.includes(role)).map(presetOf);
  const rest = names.filter((name) => presets.every((role) => role.name !== name));
  if (rest.length === 0) return presets;
  const { rows } = await sql<Omit<GrantedRole, 'preset'>>`
    select id as key, name, permissions from account_role
    where account_id = ${accountId}::uuid and name = any(${rest}) order by id for share`.execute(tx);
  const unknown = rest.find((name) => rows.every((role) => role.name !== name));
  if (unknown !== undefined) throw badRequest(`There is no role ${unknown.slice(0, 50)}.`);
  return sorted([...presets, ...rows.map((role) => ({ ...role, preset: null }))]);
}

export type RoleChange = { readonly before: readonly GrantedRole[]; readonly after: readonly GrantedRole[] };

const isGrantable = (role: GrantedRole, permissions: ReadonlySet<Permission>): boolean =>
  role.preset === null
    ? lackedPermissions(role.permissions, permissions).length === 0
    : grantableRoles(permissions).includes(role.preset);

const without = (roles: readonly GrantedRole[], others: readonly GrantedRole[]): readonly GrantedRole[] =>
  roles.filter(({ key }) => others.every((other) => other.key !== key));

/** Why an administrator with these permissions may not make a change of roles; null when they may. */
export function roleProblem({ before, after }: RoleChange, permissions: ReadonlySet<Permission>): string | null {
  const changed = sorted([...without(before, after), ...without(after, before)]);
  const refused = changed
    .filter((role) => !isGrantable(role, permissions))
    .map(({ preset, name }) => (preset === null ? name : ROLE_LABELS[preset]));
  return refused.length === 0
    ? null
    : `You cannot grant or revoke ${refused.join(', ')}. Ask a person who holds ${refused.length === 1 ? 'it' : 'them'}.`;
}

/**
 * Whether an administrator may do to a person what could let them sign in as that person: the person must hold no role that the
 * administrator may not grant everywhere.
 * @throws RequestError NOT_ALLOWED
 */
export function mayStandInFor(standing: Standing, { globalRoles, memberships }: Access): boolean {
  if (globalRoles.length > 0) requireEverywhere(standing, 'manage-global-users');
  const held = [...globalRoles, ...[...memberships.values()].flat()];
  return roleProblem({ before: [], after: held }, standing.everywhere) === null;
}

/** The names of roles, as the audit log keeps them. */
export const namesOf = (roles: readonly GrantedRole[]): readonly string[] => roles.map(({ name }) => name);

/** Replaces the roles of a person in an account, or the global ones for null. */
export async function putRoles(
  tx: Tx,
  personId: string,
  accountId: string | null,
  { before, after }: RoleChange,
): Promise<void> {
  const keysOf = (roles: readonly GrantedRole[]): readonly string[] => roles.map(({ key }) => key);
  await revokeRoles(tx, { personId, accountId }, keysOf(without(before, after)));
  await grantRoles(tx, { personId, accountId }, keysOf(without(after, before)));
}
