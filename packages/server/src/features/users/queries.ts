import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type HeldRoles, heldDefinedRoles, heldPresets } from '../../identity/people/held-roles.ts';
import type { Session } from '../../identity/session.ts';
import type { UserAccountRow } from './queries-admin.ts';

/** `roles`: presets granted in the account and in all accounts, without those that they imply. */
export type MembershipRow = HeldRoles &
  Omit<UserAccountRow, 'roles'> & { readonly show_download_summary: boolean; readonly is_default: boolean };

/**
 * The active accounts that a session may enter, sorted by name: those of memberships, or all for people with a global role. People
 * whom the provider of an account signed in enter this one only, by roles held there.
 */
export async function accountsOf(
  tx: Tx,
  { person: { id: personId }, ssoAccountId = null }: Pick<Session, 'person' | 'ssoAccountId'>,
): Promise<MembershipRow[]> {
  const id = sql`${personId}::uuid`;
  const { rows } = await sql<MembershipRow>`
    with everywhere as (select role from global_role where person_id = ${personId}::uuid and ${ssoAccountId}::uuid is null)
    select a.id, a.url_name, a.name, a.show_download_summary,
      ${heldPresets(id, sql`a.id`)} || array(select role from everywhere) as roles,
      ${heldDefinedRoles(id, sql`a.id`)} as "definedRoles",
      coalesce(a.id = (select default_account_id from person where id = ${personId}::uuid), false) as is_default
    from account a
    where a.status = 'active' and (
      exists (select from everywhere)
      or a.id in (select m.account_id from membership m where m.person_id = ${personId}::uuid))
      and (${ssoAccountId}::uuid is null or a.id = ${ssoAccountId}::uuid)
    order by a.name, a.id
  `.execute(tx);
  return rows;
}

/** A person's preferences by name, or only the one with the given name. */
export async function preferencesOf(tx: Tx, personId: string, name?: string): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select name, value from preference
    where person_id = ${personId}::uuid and (${name ?? null}::text is null or name = ${name ?? null})
  `.execute(tx);
  return new Map(rows.map((row) => [row.name, row.value]));
}

/** Stores a preference; false when the person already has the maximum number of preferences. */
export async function putPreference(
  tx: Tx,
  personId: string,
  name: string,
  value: unknown,
  max: number,
): Promise<boolean> {
  const stored = await sql`
    insert into preference (person_id, name, value)
    select ${personId}::uuid, ${name}, ${JSON.stringify(value)}::jsonb
    where exists (select from preference where person_id = ${personId}::uuid and name = ${name})
      or (select count(*) from preference where person_id = ${personId}::uuid) < ${max}
    on conflict (person_id, name) do update set value = excluded.value
  `.execute(tx);
  return stored.numAffectedRows === 1n;
}
