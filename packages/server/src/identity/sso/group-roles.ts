import { ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import { grantRoles, revokeRoles } from '../people/store-person.ts';
import { type GroupRole, groupRolesIn } from './connection-settings.ts';
import type { OpenSsoConnection } from './open-connection.ts';

/** A role of an account. `key`: a preset, or the id of a role that the account defines. */
export type MappedRole = { readonly key: string; readonly name: string };

/** The roles that a mapping names and the account has, and those of them that these groups give. */
export type GivenRoles = { readonly mapped: readonly MappedRole[]; readonly given: readonly MappedRole[] };

/** Null when the connection maps no group to a role. A role that the account has removed is given to none. */
export async function rolesOfGroups(
  tx: Tx,
  { accountId, settings }: Pick<OpenSsoConnection, 'accountId' | 'settings'>,
  groups: readonly string[],
): Promise<GivenRoles | null> {
  const mapping = groupRolesIn(settings);
  if (mapping.length === 0) return null;
  const mapped = await existingRoles(tx, accountId, mapping);
  const keys = new Set(mapping.filter(({ group }) => groups.includes(group)).map(({ role }) => role));
  return { mapped, given: mapped.filter(({ key }) => keys.has(key)) };
}

async function existingRoles(tx: Tx, accountId: string, mapping: readonly GroupRole[]): Promise<readonly MappedRole[]> {
  const keys = [...new Set(mapping.map(({ role }) => role))];
  const { rows } = await sql<MappedRole>`
    select id::text as key, name from account_role
    where account_id = ${accountId}::uuid and id::text = any(${keys}::text[]) order by lower(name), id`.execute(tx);
  return [...ROLES.filter((role) => keys.includes(role)).map((role) => ({ key: role, name: role })), ...rows];
}

/**
 * Gives a person the roles of their groups, and takes those that the mapping names and their groups do not give. Other roles stay, as
 * do all roles of a break-glass administrator. Who is left without any gets the default role of the connection.
 * @returns whether they hold a role in the account
 */
export async function applyGroupRoles(
  tx: Tx,
  connection: OpenSsoConnection,
  personId: string,
  { mapped, given }: GivenRoles,
): Promise<boolean> {
  const { accountId, id, default_role: defaultRole } = connection;
  // Administrators who change the roles meanwhile wait.
  await sql`select from person where id = ${personId}::uuid for no key update`.execute(tx);
  const held = await heldRoles(tx, accountId, personId);
  const isHeld = ({ key }: MappedRole): boolean => held.some((role) => role.key === key);
  const removed = (await isBreakGlass(tx, accountId, personId))
    ? []
    : mapped.filter((role) => isHeld(role) && !given.includes(role));
  const kept = held.filter(({ key }) => removed.every((role) => role.key !== key));
  const missing = given.filter((role) => !isHeld(role));
  const isEmpty = kept.length + missing.length === 0;
  const added = isEmpty && defaultRole !== null ? [{ key: defaultRole, name: defaultRole }] : missing;
  const keysOf = (roles: readonly MappedRole[]): readonly string[] => roles.map(({ key }) => key);
  const lost = removed.filter(({ key }) => added.every((role) => role.key !== key));
  const gained = added.filter((role) => !isHeld(role));
  await revokeRoles(tx, { personId, accountId }, keysOf(lost));
  await grantRoles(tx, { personId, accountId }, keysOf(gained));
  const hasRole = kept.length + added.length > 0;
  await sql`
    update person_identity set left_by_groups = ${!hasRole} where connection_id = ${id}::uuid and person_id = ${personId}::uuid
      and connection_type = 'sso' and left_by_groups <> ${!hasRole}`.execute(tx);
  if (lost.length + gained.length > 0)
    await recordAudit(tx, {
      kind: 'roles_changed',
      actor: { kind: 'system' },
      accountId,
      subjectId: personId,
      target: { kind: 'sso_connection', id, name: connection.name },
      before: { roles: held.map(({ name }) => name) },
      after: { roles: [...kept, ...added].map(({ name }) => name), connection: connection.name },
    });
  return hasRole;
}

async function heldRoles(tx: Tx, accountId: string, personId: string): Promise<readonly MappedRole[]> {
  const { rows } = await sql<MappedRole>`
    select m.role_key as key, coalesce(m.role, r.name) as name from membership m
    left join account_role r on r.account_id = m.account_id and r.id = m.role_id
    where m.account_id = ${accountId}::uuid and m.person_id = ${personId}::uuid
    order by array_position(${[...ROLES]}::text[], m.role), lower(r.name)`.execute(tx);
  return rows;
}

async function isBreakGlass(tx: Tx, accountId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sso_break_glass where account_id = ${accountId}::uuid and person_id = ${personId}::uuid`.execute(tx);
  return rows.length > 0;
}
