import { ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { definedRolesOf } from './defined-roles.ts';
import type { Group, Member } from './group.ts';

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

/** Members of a group that are people of the account, at most `limit`. */
export async function membersOf(tx: Tx, accountId: string, group: Group, limit: number): Promise<readonly Member[]> {
  const held = group.isRole
    ? sql`select person_id from membership where account_id = ${accountId}::uuid and role_key = ${group.role}`
    : sql`
        select d.person_id from directory_group_member d
        where d.account_id = ${accountId}::uuid and d.group_id = ${group.id}::uuid and (
          exists (select from membership m where m.account_id = d.account_id and m.person_id = d.person_id)
          or exists (select from provisioned_user u where u.account_id = d.account_id and u.person_id = d.person_id))`;
  const { rows } = await sql<Member>`
    select p.id, p.name from (${held}) h join person p on p.id = h.person_id order by p.id limit ${limit}`.execute(tx);
  return rows;
}

/** Adds a person to a group. Returns false for a member. */
export async function addMember(
  tx: Tx,
  { accountId, groupId, personId }: MemberPlace,
  givesRole: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    insert into directory_group_member (account_id, group_id, person_id, gives_role)
    values (${accountId}::uuid, ${groupId}::uuid, ${personId}::uuid, ${givesRole})
    on conflict do nothing returning person_id`.execute(tx);
  return rows.length > 0;
}

export type MemberPlace = { readonly accountId: string; readonly groupId: string; readonly personId: string };

/** Removes a person from a group. Returns whether they got the role of the group by it. */
export async function removeMember(tx: Tx, { accountId, groupId, personId }: MemberPlace): Promise<boolean> {
  const { rows } = await sql<{ gives_role: boolean }>`
    delete from directory_group_member
    where account_id = ${accountId}::uuid and group_id = ${groupId}::uuid and person_id = ${personId}::uuid
    returning gives_role`.execute(tx);
  return rows[0]?.gives_role ?? false;
}

/** Lets a person keep a role by another group of theirs that stands for it. Returns whether there is one. */
export async function passRoleOn(tx: Tx, accountId: string, personId: string, role: string): Promise<boolean> {
  const { rows } = await sql`
    update directory_group_member set gives_role = true
    where account_id = ${accountId}::uuid and person_id = ${personId}::uuid and group_id = (
      select g.id from directory_group g join directory_group_member d
        on d.account_id = g.account_id and d.group_id = g.id and d.person_id = ${personId}::uuid
      where g.account_id = ${accountId}::uuid and g.role = ${role} order by g.id limit 1)
    returning person_id`.execute(tx);
  return rows.length > 0;
}

/** Takes a person out of all groups of an account. */
export async function removeFromGroups(tx: Tx, accountId: string, personId: string): Promise<void> {
  await sql`
    delete from directory_group_member where account_id = ${accountId}::uuid and person_id = ${personId}::uuid`.execute(
    tx,
  );
}

/** The ids of the groups that each of these people belongs to, besides those that are roles. */
export async function groupsOf(
  tx: Tx,
  accountId: string,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ person_id: string; group_id: string }>`
    select person_id, group_id from directory_group_member
    where account_id = ${accountId}::uuid and person_id = any(${[...personIds]}::uuid[])`.execute(tx);
  const byPerson = Map.groupBy(rows, (row) => row.person_id);
  return new Map([...byPerson].map(([id, held]) => [id, held.map((row) => row.group_id)]));
}
