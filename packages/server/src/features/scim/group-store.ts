import { ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { definedRolesOf } from './defined-roles.ts';
import type { Group, Member } from './group.ts';
import { usersOf } from './queries.ts';

/** Members of a group that an answer contains at most. */
export const MAX_MEMBERS = 5_000;

const roleGroup = (key: string, name: string): Group => ({ id: key, name, externalId: null, role: key, isRole: true });

/** The groups that are roles of an account: the presets, and those that it defines. */
export async function listRoleGroups(tx: Tx, accountId: string): Promise<readonly Group[]> {
  const defined = await definedRolesOf(tx, accountId);
  return [
    ...ROLES.map((role) => roleGroup(role, ROLE_LABELS[role])),
    ...defined.map(({ key, name }) => roleGroup(key, name)),
  ];
}

/** A group whose role the account has removed gives none. */
async function readGroups(tx: Tx, condition: RawBuilder<unknown>): Promise<readonly Group[]> {
  const { rows } = await sql<Omit<Group, 'isRole'>>`
    select id, display_name as name, external_id as "externalId", case when role = any(${[...ROLES]}::text[]) or exists (
      select from account_role r where r.account_id = g.account_id and r.id::text = g.role) then role end as role
    from directory_group g where ${condition} order by id`.execute(tx);
  return rows.map((row) => ({ ...row, isRole: false }));
}

/** The groups that the directory of an account has added. */
export const listGroups = (tx: Tx, accountId: string): Promise<readonly Group[]> =>
  readGroups(tx, sql`account_id = ${accountId}::uuid`);

/** Finds a group that the directory has added, and locks it for a change. */
export async function findGroup(tx: Tx, accountId: string, id: string, lock: 'lock' | null): Promise<Group | null> {
  if (lock !== null)
    await sql`select from directory_group where account_id = ${accountId}::uuid and id = ${id}::uuid for update`.execute(
      tx,
    );
  const [group] = await readGroups(tx, sql`account_id = ${accountId}::uuid and id = ${id}::uuid`);
  return group ?? null;
}

export type GroupValues = Pick<Group, 'name' | 'externalId' | 'role'>;

/** Adds a group. Returns its id; null when there is one with this name. */
export async function addGroup(tx: Tx, accountId: string, group: GroupValues): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into directory_group (account_id, display_name, external_id, role)
    values (${accountId}::uuid, ${group.name}, ${group.externalId}, ${group.role})
    on conflict (account_id, lower(display_name)) do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Changes a group. Returns whether no other one has its name. */
export async function putGroup(tx: Tx, accountId: string, { id, name, externalId, role }: Group): Promise<boolean> {
  const { rows } = await sql`
    update directory_group set display_name = ${name}, external_id = ${externalId}, role = ${role}
    where account_id = ${accountId}::uuid and id = ${id}::uuid and not exists (
      select from directory_group o
      where o.account_id = ${accountId}::uuid and o.id <> ${id}::uuid and lower(o.display_name) = lower(${name}))
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function deleteGroup(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`delete from directory_group where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(tx);
}

/** Members of a group that are users of the account, at most `limit`. */
export async function membersOf(tx: Tx, accountId: string, group: Group, limit: number): Promise<readonly Member[]> {
  const isHeld = group.isRole
    ? sql`${group.role} = any(d.roles)`
    : sql`exists (
        select from directory_group_member g
        where g.account_id = ${accountId}::uuid and g.group_id = ${group.id}::uuid and g.user_id = d.id)`;
  const { rows } = await sql<Member>`
    select d.id, d.name from ${usersOf(accountId)} where ${isHeld} order by d.id limit ${limit}`.execute(tx);
  return rows;
}

/** Adds a user to a group. Returns false for a member. */
export async function addMember(
  tx: Tx,
  { accountId, groupId, userId }: MemberPlace,
  givesRole: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    insert into directory_group_member (account_id, group_id, user_id, gives_role)
    values (${accountId}::uuid, ${groupId}::uuid, ${userId}::uuid, ${givesRole})
    on conflict do nothing returning user_id`.execute(tx);
  return rows.length > 0;
}

export type MemberPlace = { readonly accountId: string; readonly groupId: string; readonly userId: string };

/** Removes a user from a group. Returns whether they got the role of the group by it. */
export async function removeMember(tx: Tx, { accountId, groupId, userId }: MemberPlace): Promise<boolean> {
  const { rows } = await sql<{ gives_role: boolean }>`
    delete from directory_group_member
    where account_id = ${accountId}::uuid and group_id = ${groupId}::uuid and user_id = ${userId}::uuid
    returning gives_role`.execute(tx);
  return rows[0]?.gives_role ?? false;
}

/** Lets a user keep a role by another group of theirs that stands for it. Returns whether there is one. */
export async function passRoleOn(tx: Tx, accountId: string, userId: string, role: string): Promise<boolean> {
  const { rows } = await sql`
    update directory_group_member set gives_role = true
    where account_id = ${accountId}::uuid and user_id = ${userId}::uuid and group_id = (
      select g.id from directory_group g join directory_group_member d
        on d.account_id = g.account_id and d.group_id = g.id and d.user_id = ${userId}::uuid
      where g.account_id = ${accountId}::uuid and g.role = ${role} order by g.id limit 1)
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Takes a user out of all groups of an account. */
export async function removeFromGroups(tx: Tx, accountId: string, userId: string): Promise<void> {
  await sql`
    delete from directory_group_member where account_id = ${accountId}::uuid and user_id = ${userId}::uuid`.execute(tx);
}

/** The ids of the groups that each of these users belongs to, besides those that are roles. */
export async function groupsOf(
  tx: Tx,
  accountId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ user_id: string; group_id: string }>`
    select user_id, group_id from directory_group_member
    where account_id = ${accountId}::uuid and user_id = any(${[...userIds]}::uuid[])`.execute(tx);
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...byUser].map(([id, held]) => [id, held.map((row) => row.group_id)]));
}
