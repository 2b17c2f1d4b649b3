import { ROLES, type Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { byId } from '../../graphql/loaders.ts';
import { ROLE_NAMES } from '../../identity/people/held-roles.ts';
import type { Person } from '../../identity/session.ts';

/** Roles are granted ones, without those that they imply. */
export type UserRow = Person & { readonly global_roles: readonly Role[] };

export type UserAccountRow = {
  readonly id: string;
  readonly url_name: string;
  readonly name: string;
  /** Names of presets and of roles that the account defines. */
  readonly roles: readonly string[];
};

/** A sign-in method with the name and email address of the person when it was added. */
export type IdentityRow = Person & {
  readonly connection_type: 'password' | 'oidc';
  readonly email_verified: boolean;
  readonly blocked: boolean;
  readonly has_authenticator_app: boolean;
  readonly passkeys: number;
};

const sortedRoles = (role: string) =>
  sql`array_agg(${sql.ref(role)} order by array_position(${[...ROLES]}::text[], ${sql.ref(role)}))`;

/** The active people with these ids. */
export async function usersById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, UserRow>> {
  const { rows } = await sql<UserRow>`
    select p.id, p.email, p.name, coalesce(g.roles, '{}') as global_roles
    from person p
    left join lateral (select ${sortedRoles('role')} as roles from global_role where person_id = p.id) g on true
    where p.id = any(${[...ids]}::uuid[]) and p.status = 'active'`.execute(tx);
  return byId(rows);
}

/** The active accounts of which each of these people is a member, sorted by name. */
export async function accountsOfUsers(
  tx: Tx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, UserAccountRow[]>> {
  const { rows } = await sql<UserAccountRow & { readonly person_id: string }>`
    select m.person_id, a.id, a.url_name, a.name, ${ROLE_NAMES} as roles
    from membership m join account a on a.id = m.account_id
    left join account_role r on r.account_id = m.account_id and r.id = m.role_id
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
    select i.person_id, i.id, i.connection_type, i.email, i.name, i.email_verified, i.blocked,
      i.connection_type = 'password' and exists (
        select from authenticator_app a where a.person_id = i.person_id and a.confirmed is not null
      ) as has_authenticator_app,
      case i.connection_type when 'password' then
        (select count(*)::int from passkey p where p.person_id = i.person_id) else 0 end as passkeys
    from person_identity i
    where i.person_id = any(${[...personIds]}::uuid[]) order by i.created, i.id`.execute(tx);
  return Map.groupBy(rows, (row) => row.person_id);
}
