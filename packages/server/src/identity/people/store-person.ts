import { EVENT_TEXTS, type EventFact, eventText } from '@switchboard/model/event-codes';
import { ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type PersonToAdd = {
  readonly email: string;
  readonly name: string;
  /** The account that opens after a sign-in. */
  readonly accountId?: string | null;
};

/** Adds a person. Returns their id; null when there is one with this address. */
export async function addPerson(tx: Tx, { email, name, accountId = null }: PersonToAdd): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into person (email, name, default_account_id) values (${email}, ${name}, ${accountId})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function renamePerson(tx: Tx, id: string, name: string): Promise<void> {
  await sql`update person set name = ${name} where id = ${id}`.execute(tx);
}

/** Makes a deactivated person active again. */
export async function reactivatePerson(tx: Tx, id: string, name: string): Promise<void> {
  await sql`update person set status = 'active', name = ${name}, erasure_started = null where id = ${id}`.execute(tx);
}

/** Deactivates a person: their roles end. */
export async function deactivatePerson(tx: Tx, id: string): Promise<void> {
  await sql`update person set status = 'deactivated' where id = ${id}`.execute(tx);
  await sql`delete from membership where person_id = ${id}`.execute(tx);
  await sql`delete from global_role where person_id = ${id}`.execute(tx);
}

/** Roles of a person in an account, or in all of them for null. The key of a role is a preset, or the id of a defined role. */
export type RolesOf = { readonly personId: string; readonly accountId: string | null };

/** Grants roles by their keys. @throws when the account defines no role with the id */
export async function grantRoles(tx: Tx, { personId, accountId }: RolesOf, keys: readonly string[]): Promise<void> {
  await (accountId === null
    ? sql`insert into global_role (person_id, role) select ${personId}::uuid, unnest(${[...keys]}::text[])`
    : sql`
        insert into membership (account_id, person_id, role, role_id)
        select ${accountId}::uuid, ${personId}::uuid, case when key = any(${[...ROLES]}) then key end,
          case when key <> all(${[...ROLES]}) then key::uuid end
        from unnest(${[...keys]}::text[]) as key`
  ).execute(tx);
}

export async function revokeRoles(tx: Tx, { personId, accountId }: RolesOf, keys: readonly string[]): Promise<void> {
  await (accountId === null
    ? sql`delete from global_role where person_id = ${personId} and role = any(${[...keys]})`
    : sql`
        delete from membership
        where account_id = ${accountId} and person_id = ${personId} and role_key = any(${[...keys]})`
  ).execute(tx);
}

/** Events of a transaction from which a name is erased. */
const ERASED_EVENTS = 1_000;

/**
 * Replaces the names of a person in what an account keeps of its runs: in the messages of runs that they ended, and in the next events,
 * whose sentences are made from their data.
 * @returns whether events may be left
 */
export async function eraseNameIn(tx: Tx, personId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; code: string; parameters: Record<string, string | number> }>`
    select event_id as id, event_code as code, event_parameters as parameters
    from erase_name_in(${personId}::uuid, ${accountId}::uuid, ${ERASED_EVENTS})`.execute(tx);
  const texts = rows.map(({ code, parameters }) =>
    code in EVENT_TEXTS ? eventText({ code, parameters } as EventFact) : (parameters['person'] ?? ''),
  );
  await sql`
    select set_erased_messages(${accountId}::uuid, ${rows.map(({ id }) => id)}::uuid[], ${texts}::text[])`.execute(tx);
  return rows.length === ERASED_EVENTS;
}

/** Notes that an erasure has begun. One that does not end is found by the doctor. */
export async function beginPersonErasure(tx: Tx, id: string): Promise<void> {
  await sql`update person set erasure_started = coalesce(erasure_started, now()) where id = ${id}`.execute(tx);
}

/** Erases a deactivated person: the columns are listed in testing/privacy. Their row stays, as `Erased person`. */
export async function erasePerson(tx: Tx, id: string): Promise<void> {
  await sql`select erase_person(${id}::uuid)`.execute(tx);
}
