import { permissionsOf } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { factorsOf, hasFactor } from '../../identity/factors/factors.ts';
import { type HeldRoles, heldDefinedRoles, heldPresets } from '../../identity/people/held-roles.ts';
import type { Session } from '../../identity/session.ts';
import { MISSING, refused, type SsoOutcome } from './outcomes.ts';
import { listBreakGlass } from './queries.ts';

const MAX_PEOPLE = 10;

/** Replaces the people who may enter by password and second factor where single sign-on is required. */
export async function saveBreakGlass(
  database: Database,
  { accountId, person }: Pick<Session, 'person'> & { readonly accountId: string },
  given: readonly string[],
): Promise<SsoOutcome> {
  const ids = [...new Set(given)];
  if (ids.length > MAX_PEOPLE) return refused(`Choose ${MAX_PEOPLE} people at most.`);
  const canEnter = await hasPasswordAndFactor(database, ids);
  return database.withAccount(accountId, async (tx): Promise<SsoOutcome> => {
    // One change at a time.
    const { rows: locked } = await sql<{ sso_only: boolean }>`
      select sso_only from sso_connection where account_id = ${accountId}::uuid order by id for no key update`.execute(
      tx,
    );
    const people = await membersAmong(tx, accountId, ids);
    if (people.length < ids.length) return MISSING;
    const other = people.find(
      ({ roles, definedRoles }) => !permissionsOf(roles, [], definedRoles).includes('manage-sign-in'),
    );
    if (other !== undefined)
      return refused(
        `${other.email} lacks the permission manage-sign-in. Grant a role that has it, or choose somebody else.`,
      );
    if (!canEnter && locked.some(({ sso_only: isOnly }) => isOnly))
      return refused(
        'Single sign-on is required: keep one person at least who has a password and a second factor, to enter without it.',
      );
    const before = await listBreakGlass(tx, accountId);
    await sql`delete from sso_break_glass where account_id = ${accountId}::uuid and person_id <> all(${ids}::uuid[])`.execute(
      tx,
    );
    await sql`
      insert into sso_break_glass (account_id, person_id, created_by)
      select ${accountId}::uuid, unnest(${ids}::uuid[]), ${person.id}::uuid on conflict do nothing`.execute(tx);
    const after = await listBreakGlass(tx, accountId);
    await recordAudit(tx, {
      kind: 'sso_break_glass_changed',
      accountId,
      before: { people: before.map(({ email }) => email) },
      after: { people: after.map(({ email }) => email) },
    });
    return { kind: 'done', id: accountId };
  });
}

/** Whether one of these people has a password that is not blocked, and a second factor. */
function hasPasswordAndFactor(database: Database, ids: readonly string[]): Promise<boolean> {
  return database.withIdentity(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select i.person_id as id from person_identity i join credential_password c on c.identity_id = i.id
      where i.person_id = any(${[...ids]}::uuid[]) and i.connection_type = 'password' and not i.blocked`.execute(tx);
    for (const { id } of rows) if (hasFactor(await factorsOf(tx, id))) return true;
    return false;
  });
}

type Member = HeldRoles & { readonly id: string; readonly email: string };

/** The active members of the account with these ids. */
async function membersAmong(tx: Tx, accountId: string, ids: readonly string[]): Promise<readonly Member[]> {
  const account = sql`${accountId}::uuid`;
  const { rows } = await sql<Member>`
    select p.id, p.email, ${heldPresets(sql`p.id`, account)} as roles, ${heldDefinedRoles(sql`p.id`, account)} as "definedRoles"
    from person p
    where p.id = any(${[...ids]}::uuid[]) and p.status = 'active'
      and exists (select from membership m where m.person_id = p.id and m.account_id = ${account})`.execute(tx);
  return rows;
}
