import { grantableRoles, lackedPermissions, type Permission, ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { type GroupRole, groupRolesIn } from '../../identity/sso/connection-settings.ts';

type Settings = Readonly<Record<string, unknown>>;

/**
 * Why a person may not save the roles that groups give; null when they may. They must be able to grant each role whose groups change,
 * and all of them when the provider or the claim changes: who chooses the provider decides who is in a group.
 */
export async function groupRoleProblem(
  tx: Tx,
  { accountId, permissions }: Pick<Session, 'permissions'> & { readonly accountId: string },
  before: Settings,
  after: Settings,
): Promise<string | null> {
  const [former, mapped] = [groupRolesIn(before), groupRolesIn(after)];
  const repeated = mapped.find((one, place) => mapped.findIndex((other) => isSame(one, other)) < place);
  if (repeated !== undefined) return `The group ${repeated.group} has the role twice. Remove one.`;
  const isOtherSource = sourceOf(before) !== sourceOf(after);
  const changed = isOtherSource ? [...former, ...mapped] : [...without(mapped, former), ...without(former, mapped)];
  const keys = [...new Set(changed.map(({ role }) => role))];
  const { rows: defined } = await sql<{ id: string; name: string; permissions: readonly Permission[] }>`
    select id::text as id, name, permissions from account_role
    where account_id = ${accountId}::uuid and id::text = any(${keys}::text[]) order by id`.execute(tx);
  const presets: readonly string[] = grantableRoles(permissions);
  for (const key of keys) {
    const preset = ROLES.find((role) => role === key);
    const role = defined.find(({ id }) => id === key);
    if (preset === undefined && role === undefined) {
      if (mapped.some((one) => one.role === key)) return 'The account has no such role. Choose another one.';
      continue;
    }
    const isGrantable =
      preset === undefined
        ? lackedPermissions(role?.permissions ?? [], permissions).length === 0
        : presets.includes(preset);
    if (!isGrantable)
      return `You cannot grant ${preset === undefined ? role?.name : ROLE_LABELS[preset]}. Ask a person who holds it to change its groups.`;
  }
  return null;
}

const isSame = (one: GroupRole, other: GroupRole): boolean => one.group === other.group && one.role === other.role;
const without = (roles: readonly GroupRole[], others: readonly GroupRole[]): readonly GroupRole[] =>
  roles.filter((one) => !others.some((other) => isSame(one, other)));

/** The values that decide who is in a group. */
function sourceOf({ group_roles: _roles, ...source }: Settings): string {
  return JSON.stringify(Object.entries(source).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
