import { ROLES } from '@switchboard/model/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { removeFromGroups } from './group-store.ts';
import type { DirectoryUser } from './resources.ts';

type Condition = RawBuilder<unknown>;

/** The people of an account: those with a role there, and those whom its directory has added. */
const peopleOf = (accountId: string) => sql`
  select person_id from membership where account_id = ${accountId}::uuid
  union select person_id from provisioned_user where account_id = ${accountId}::uuid`;

const described = (accountId: string) => sql`(
  person p
  left join provisioned_user u on u.account_id = ${accountId}::uuid and u.person_id = p.id
  left join lateral (
    select array_agg(m.role_key ${ROLE_ORDER}) as roles, array_agg(coalesce(r.name, m.role) ${ROLE_ORDER}) as names
    from membership m left join account_role r on r.account_id = m.account_id and r.id = m.role_id
    where m.account_id = ${accountId}::uuid and m.person_id = p.id) held on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.display_name) order by g.display_name) as groups
    from directory_group_member d join directory_group g on g.account_id = d.account_id and g.id = d.group_id
    where d.account_id = ${accountId}::uuid and d.person_id = p.id) joined on true)`;

/** Keys of roles sort as in a draft of a user. */
const ROLE_ORDER = sql`order by array_position(${[...ROLES]}::text[], m.role), m.role_key collate "C"`;

/** Who was given a role in the console after the directory had deactivated them is active. */
export const IS_ACTIVE = sql`(held.roles is not null or coalesce(u.active, true))`;

const COLUMNS = sql`
  p.id, p.email, p.name, u.external_id, coalesce(u.given_name, '') as given_name, coalesce(u.family_name, '') as family_name,
  ${IS_ACTIVE} as active, coalesce(held.roles, '{}') as roles, coalesce(held.names, '{}') as role_names,
  array(select key from unnest(u.roles) with ordinality as former (key, place) where key = any(${[...ROLES]}::text[])
    or exists (select from account_role r where r.account_id = u.account_id and r.id::text = key) order by place) as former_roles,
  coalesce(joined.groups, '[]') as groups, coalesce(u.created, p.created) as created`;

/** Users of the account that match, in the order in which they were added. The alias of person is p, of the roles held. */
export async function listUsers(
  tx: Tx,
  accountId: string,
  { condition, offset, limit }: { readonly condition: Condition; readonly offset: number; readonly limit: number },
): Promise<readonly DirectoryUser[]> {
  const { rows } = await sql<DirectoryUser>`
    select ${COLUMNS} from (${peopleOf(accountId)}) w join ${described(accountId)} on p.id = w.person_id
    where ${condition} order by p.id offset ${offset} limit ${limit}`.execute(tx);
  return rows;
}

export async function countUsers(tx: Tx, accountId: string, condition: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${peopleOf(accountId)}) w join ${described(accountId)} on p.id = w.person_id
    where ${condition}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The user with this id; null when the account has none. */
export async function findUser(tx: Tx, accountId: string, id: string): Promise<DirectoryUser | null> {
  const [user] = await listUsers(tx, accountId, { condition: sql`p.id = ${id}::uuid`, offset: 0, limit: 1 });
  return user ?? null;
}

/** People whom the directory has deactivated, and who hold a role again once it activates them. */
export async function formerMembersOf(tx: Tx, accountId: string, role: string): Promise<readonly string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from provisioned_user
    where account_id = ${accountId}::uuid and not active and ${role} = any(roles)`.execute(tx);
  return rows.map(({ person_id: id }) => id);
}

/** The roles that each of these people holds in the account. */
export async function rolesOf(
  tx: Tx,
  accountId: string,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ person_id: string; role: string }>`
    select person_id, role_key as role from membership
    where account_id = ${accountId}::uuid and person_id = any(${[...personIds]}::uuid[])`.execute(tx);
  const byPerson = Map.groupBy(rows, (row) => row.person_id);
  return new Map([...byPerson].map(([id, held]) => [id, held.map(({ role }) => role)]));
}

/** Attributes of a user that a directory maintains. */
export type Provisioned = {
  readonly externalId: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly active: boolean;
  /** Roles that activating the user again restores. */
  readonly formerRoles: readonly string[];
};

export async function putProvisioned(
  tx: Tx,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
  { externalId, givenName, familyName, active, formerRoles }: Provisioned,
): Promise<void> {
  await sql`
    insert into provisioned_user (account_id, person_id, external_id, given_name, family_name, active, roles)
    values (${accountId}::uuid, ${personId}::uuid, ${externalId}, ${givenName}, ${familyName}, ${active},
      ${[...formerRoles]}::text[])
    on conflict (account_id, person_id) do update set external_id = excluded.external_id,
      given_name = excluded.given_name, family_name = excluded.family_name, active = excluded.active,
      roles = excluded.roles`.execute(tx);
}

export async function deleteProvisioned(tx: Tx, accountId: string, personId: string): Promise<void> {
  await removeFromGroups(tx, accountId, personId);
  await sql`
    delete from provisioned_user where account_id = ${accountId}::uuid and person_id = ${personId}::uuid`.execute(tx);
}
