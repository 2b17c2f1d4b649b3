import { ROLES, type Role } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { findPage, place, type SortColumn } from '../../graphql/list-query.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';

export type UserRow = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Granted roles, without those that they imply. */
  readonly global_roles: readonly Role[];
};

export type UserAccountRow = {
  readonly id: string;
  readonly url_name: string;
  readonly name: string;
  /** Roles granted in the account, without those that they imply. */
  readonly roles: readonly Role[];
};

export type IdentityRow = {
  readonly id: string;
  readonly connection_type: 'password' | 'oidc';
  readonly email: string;
  readonly name: string;
  readonly email_verified: boolean;
  readonly blocked: boolean;
};

const NAME: SortColumn = { name: 'name', type: 'text', nullable: false };
const sortedRoles = (role: string) =>
  sql`array_agg(${sql.ref(role)} order by array_position(${[...ROLES]}::text[], ${sql.ref(role)}))`;

/** A page of the active people of all accounts, sorted by name. */
export async function listUsers(tx: Tx, page: PageRequest): Promise<Placed<UserRow>[]> {
  const filter = { conditions: [sql`d.status = 'active'`] };
  const query = { table: 'person', accountId: null, sort: NAME, direction: 'ASC', filter } as const;
  return place(await findPage(tx, query, page), (ids) => usersById(tx, ids));
}

/** The active people with these ids. */
export async function usersById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, UserRow>> {
  const { rows } = await sql<UserRow>`
    select p.id, p.email, p.name, coalesce(g.roles, '{}') as global_roles
    from person p
    left join lateral (select ${sortedRoles('role')} as roles from global_role where person_id = p.id) g on true
    where p.id = any(${[...ids]}::uuid[]) and p.status = 'active'`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The active accounts of which each of these people is a member, sorted by name. */
export async function accountsOfUsers(
  tx: Tx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, UserAccountRow[]>> {
  const { rows } = await sql<UserAccountRow & { readonly person_id: string }>`
    select m.person_id, a.id, a.url_name, a.name, ${sortedRoles('m.role')} as roles
    from membership m join account a on a.id = m.account_id
    where m.person_id = any(${[...personIds]}::uuid[]) and a.status = 'active'
    group by m.person_id, a.id order by a.name, a.id`.execute(tx);
  return Map.groupBy(rows, (row) => row.person_id);
}

/** The sign-in methods of each of these people, oldest first. */
export async function identitiesOfUsers(
  tx: Tx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, IdentityRow[]>> {
  const { rows } = await sql<IdentityRow & { readonly person_id: string }>`
    select person_id, id, connection_type, email, name, email_verified, blocked from person_identity
    where person_id = any(${[...personIds]}::uuid[]) order by created, id`.execute(tx);
  return Map.groupBy(rows, (row) => row.person_id);
}
