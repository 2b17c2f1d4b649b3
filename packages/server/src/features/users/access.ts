import { grantableRoles, type Permission, ROLE_LABELS, ROLES, type Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { grantRoles, revokeRoles } from '../../identity/people/store-person.ts';
import { requireEverywhere, type Standing } from '../administration/standing.ts';

/** The roles that a person holds, without those that they imply. */
export type Access = {
  readonly globalRoles: readonly Role[];
  /** By the id of the active account. */
  readonly memberships: ReadonlyMap<string, readonly Role[]>;
};

const sorted = (roles: readonly Role[]): Role[] => ROLES.filter((role) => roles.includes(role));

export async function accessOf(tx: Tx, personId: string): Promise<Access> {
  const { rows } = await sql<{ readonly account_id: string | null; readonly role: Role }>`
    select m.account_id, m.role from membership m join account a on a.id = m.account_id and a.status = 'active'
    where m.person_id = ${personId}
    union all select null, role from global_role where person_id = ${personId}`.execute(tx);
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  const rolesOf = (accountId: string | null): Role[] =>
    sorted((byAccount.get(accountId) ?? []).map(({ role }) => role));
  const accountIds = [...byAccount.keys()].filter((id) => id !== null);
  return { globalRoles: rolesOf(null), memberships: new Map(accountIds.map((id) => [id, rolesOf(id)])) };
}

export type RoleChange = { readonly before: readonly Role[]; readonly after: readonly Role[] };

/** Why an administrator with these permissions may not make a change of roles; null when they may. */
export function roleProblem({ before, after }: RoleChange, permissions: ReadonlySet<Permission>): string | null {
  const grantable = new Set(grantableRoles(permissions));
  const changed = ROLES.filter((role) => before.includes(role) !== after.includes(role));
  const refused = changed.filter((role) => !grantable.has(role)).map((role) => ROLE_LABELS[role]);
  return refused.length === 0
    ? null
    : `You cannot grant or revoke ${refused.join(', ')}. Ask a person who holds ${refused.length === 1 ? 'it' : 'them'}.`;
}

/**
 * Whether an administrator may do to a person what could let them sign in as that person: the person must hold no role that the
 * administrator may not grant.
 * @throws RequestError NOT_ALLOWED
 */
export function mayStandInFor(standing: Standing, { globalRoles, memberships }: Access): boolean {
  if (globalRoles.length > 0) requireEverywhere(standing, 'manage-global-users');
  const held = [...globalRoles, ...[...memberships.values()].flat()];
  return roleProblem({ before: [], after: held }, standing.everywhere) === null;
}

/** Replaces the roles of a person in an account, or the global ones for null. */
export async function putRoles(
  tx: Tx,
  personId: string,
  accountId: string | null,
  { before, after }: RoleChange,
): Promise<void> {
  const removed = before.filter((role) => !after.includes(role));
  const added = after.filter((role) => !before.includes(role));
  await revokeRoles(tx, { personId, accountId }, removed);
  await grantRoles(tx, { personId, accountId }, added);
}
