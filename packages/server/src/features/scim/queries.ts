import { ROLES } from '@switchboard/model/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { DirectoryUser } from './resources.ts';

type Condition = RawBuilder<unknown>;

/**
 * The users of an account: those whom its directory has added, whether or not they have joined, and others with a role there. What the
 * directory wrote comes before what the person has, so that it reads the same for a person of other accounts.
 */
export const usersOf = (accountId: string, id: string | null = null) => sql`(
  select coalesce(u.id, w.person_id) as id, w.person_id, coalesce(p.email, u.email) as email, coalesce(u.name, p.name) as name,
    u.external_id, coalesce(u.given_name, '') as given_name, coalesce(u.family_name, '') as family_name,
    ${isActive} as active, ${heldRoles} as roles, ${heldNames} as role_names,
    ${existing} as former_roles, coalesce(joined.groups, '[]') as groups,
    coalesce(u.created, p.created) as created
  from (
    select person_id, id as user_id from provisioned_user
    where account_id = ${accountId}::uuid and (${id}::uuid is null or id = ${id}::uuid)
    union all
    select distinct m.person_id, null::uuid from membership m
    where m.account_id = ${accountId}::uuid and (${id}::uuid is null or m.person_id = ${id}::uuid) and not exists (
      select from provisioned_user u where u.account_id = m.account_id and u.person_id = m.person_id)
  ) w
  left join person p on p.id = w.person_id
  left join provisioned_user u on u.account_id = ${accountId}::uuid and u.id = w.user_id
  left join lateral (
    select array_agg(m.role_key ${ROLE_ORDER}) as roles, array_agg(coalesce(r.name, m.role) ${ROLE_ORDER}) as names
    from membership m left join account_role r on r.account_id = m.account_id and r.id = m.role_id
    where m.account_id = ${accountId}::uuid and m.person_id = p.id) held on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.display_name) order by g.display_name) as groups
    from directory_group_member d join directory_group g on g.account_id = d.account_id and g.id = d.group_id
    where d.account_id = ${accountId}::uuid and d.user_id = coalesce(u.id, w.person_id)) joined on true) as d`;

/** Keys of roles sort as in a draft of a user. */
const ROLE_ORDER = sql`order by array_position(${[...ROLES]}::text[], m.role), m.role_key collate "C"`;

/** The roles to have of those that still exist. */
const existing = sql`array(
  select key from unnest(u.roles) with ordinality as former (key, place) where key = any(${[...ROLES]}::text[])
    or exists (select from account_role r where r.account_id = u.account_id and r.id::text = key) order by place)`;

/** A person whom the console gave a role after the directory had deactivated them is active. */
const isActive = sql`(held.roles is not null or coalesce(u.active, true))`;
/** Roles held; of a user who has not joined, those that they have once they accept. */
const heldRoles = sql`
  case when u.person_id is null and u.active then ${existing} else coalesce(held.roles, '{}') end`;
const heldNames = sql`
  case when u.person_id is null and u.active then array(
    select coalesce(r.name, key) from unnest(${existing}) with ordinality as wanted (key, place)
    left join account_role r on r.account_id = u.account_id and r.id::text = key order by place)
  else coalesce(held.names, '{}') end`;

/** Users of the account that match, in the order in which they were added. The alias of users is d. */
export async function listUsers(
  tx: Tx,
  accountId: string,
  { condition, offset, limit }: { readonly condition: Condition; readonly offset: number; readonly limit: number },
): Promise<readonly DirectoryUser[]> {
  const { rows } = await sql<DirectoryUser>`
    select * from ${usersOf(accountId)} where ${condition} order by d.id offset ${offset} limit ${limit}`.execute(tx);
  return rows;
}

export async function countUsers(tx: Tx, accountId: string, condition: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${usersOf(accountId)} where ${condition}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The user with this id; null when the account has none. */
export async function findUser(tx: Tx, accountId: string, id: string): Promise<DirectoryUser | null> {
  const { rows } = await sql<DirectoryUser>`
    select * from ${usersOf(accountId, id)} where d.id = ${id}::uuid limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Whether the account has a user with this address, who may not have joined. */
export async function hasUser(tx: Tx, accountId: string, email: string): Promise<boolean> {
  const { rows } = await sql`select from ${usersOf(accountId)} where lower(d.email) = lower(${email})`.execute(tx);
  return rows.length > 0;
}

/** People whom the directory has deactivated, and who hold a role again once it activates them. */
export async function formerMembersOf(tx: Tx, accountId: string, role: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from provisioned_user
    where account_id = ${accountId}::uuid and not active and ${role} = any(roles)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The roles that each of these users holds in the account. */
export async function rolesOf(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; roles: readonly string[] }>`
    select d.id, d.roles from ${usersOf(accountId)} where d.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, roles }) => [id, roles]));
}

/** Attributes of a user that a directory maintains. */
export type Provisioned = {
  readonly name: string;
  readonly externalId: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly active: boolean;
  /** Roles that activating the user again restores; of one who has not joined, those to have. */
  readonly formerRoles: readonly string[];
};

/** Adds a user who joins by accepting an invitation. Returns their id; null when the directory has one with this address. */
export async function addProvisioned(
  tx: Tx,
  accountId: string,
  { email, name, externalId, givenName, familyName, active, formerRoles }: Provisioned & { readonly email: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into provisioned_user (account_id, email, name, external_id, given_name, family_name, active, roles)
    values (${accountId}::uuid, ${email}, ${name}, ${externalId}, ${givenName}, ${familyName}, ${active}, ${[...formerRoles]}::text[])
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function putProvisioned(
  tx: Tx,
  { accountId, user }: { readonly accountId: string; readonly user: Pick<DirectoryUser, 'id' | 'person_id'> },
  { name, externalId, givenName, familyName, active, formerRoles }: Provisioned,
): Promise<void> {
  const roles = sql`${[...formerRoles]}::text[]`;
  const changed = await sql`
    update provisioned_user set name = ${name}, external_id = ${externalId}, given_name = ${givenName},
      family_name = ${familyName}, active = ${active}, roles = ${roles}
    where account_id = ${accountId}::uuid and id = ${user.id}::uuid`.execute(tx);
  if (changed.numAffectedRows !== 0n) return;
  await sql`
    insert into provisioned_user (account_id, id, person_id, name, external_id, given_name, family_name, active, roles)
    values (${accountId}::uuid, ${user.id}::uuid, ${user.person_id}::uuid, ${name}, ${externalId}, ${givenName},
      ${familyName}, ${active}, ${roles})`.execute(tx);
}

/** Gives a user who has not joined another address. */
export async function moveProvisioned(tx: Tx, accountId: string, id: string, email: string): Promise<void> {
  await sql`
    update provisioned_user set email = ${email}
    where account_id = ${accountId}::uuid and id = ${id}::uuid and person_id is null`.execute(tx);
}

export async function deleteProvisioned(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`delete from provisioned_user where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(tx);
}
