import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { GOVERNS_USERS, grantsOneOf } from '../../identity/people/held-roles.ts';
import { beginPersonErasure, eraseNameIn, erasePerson } from '../../identity/people/store-person.ts';
import { revokeTokensOf } from '../../identity/service-tokens/store-token.ts';
import type { Session } from '../../identity/session.ts';
import { recordAct } from '../administration/record-act.ts';
import { lockStanding, requireEverywhere } from '../administration/standing.ts';
import { endAccess, type UserEnded } from './end-access.ts';
import type { UserRefusal } from './save-user.ts';

export type ErasureSteps = {
  /** Runs a transaction of administration. */
  readonly inTransaction: <T>(use: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Deletes the person at the identity provider; why that failed, else null. */
  readonly deleteElsewhere: (person: UserEnded) => Promise<string | null>;
};

export type UserErased = {
  readonly kind: 'erased';
  readonly id: string;
  readonly email: string;
  readonly name: string;
};
type Begun = Omit<UserErased, 'kind'> & { readonly kind: 'begun'; readonly accountIds: readonly string[] };

const MISSING = { kind: 'missing', message: 'There is no such user, or they were erased already.' } as const;
const OWN = { kind: 'refused', message: 'You cannot erase yourself. Ask another administrator.' } as const;

/**
 * Erases a user: first their access ends, then their name leaves what each account keeps of its runs, then their row loses name and
 * address. After an interruption they are deactivated, and erasing them again continues.
 * @throws RequestError NOT_ALLOWED
 */
export async function eraseUser(
  { inTransaction, deleteElsewhere }: ErasureSteps,
  session: Session,
  userId: string,
): Promise<UserErased | UserRefusal> {
  const begun = await inTransaction((tx) => beginErasure(tx, session, userId));
  if (begun.kind !== 'begun') return begun;
  const { accountIds, id, email, name } = begun;
  const person = { id, email, name };
  const problem = await deleteElsewhere({ kind: 'ended', ...person });
  if (problem !== null) return { kind: 'refused', message: `${problem} Then erase again.` };
  for (const accountId of accountIds) while (await inTransaction((tx) => eraseNameIn(tx, person.id, accountId)));
  return inTransaction((tx) => finishErasure(tx, session, person));
}

async function beginErasure(tx: Tx, session: Session, userId: string): Promise<Begun | UserRefusal> {
  const { standing, subject } = await lockStanding(tx, session, userId);
  requireEverywhere(standing, 'manage-accounts');
  if (subject === null || (await isErased(tx, subject.id))) return MISSING;
  if (subject.id === session.person.id) return OWN;
  const only = await accountsWithoutOther(tx, subject.id);
  if (only.length > 0)
    return {
      kind: 'refused',
      message: `${subject.name} is the only user of ${only.join(', ')} who manages users. Give another user a role that manages users there, or deactivate the account. Then erase again.`,
    };
  if (subject.status === 'active') await endAccess(tx, session, subject, {});
  await beginPersonErasure(tx, subject.id);
  const { id, email, name } = subject;
  return { kind: 'begun', id, email, name, accountIds: await accountsThatMayName(tx, id) };
}

/**
 * Ids of the accounts whose rows may name a person who has lost access: those that refer to the person, and those that the audit
 * log knows the person in, since the runs that somebody ended have only the name.
 */
async function accountsThatMayName(tx: Tx, personId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select accounts_naming(${personId}::uuid) as id
    union select account_id from audit_entry
      where (subject_id = ${personId}::uuid or person_id = ${personId}::uuid) and account_id is not null
    union select a.id from audit_entry e
      cross join jsonb_array_elements_text(e.before -> 'accounts') as left_account (id)
      join account a on a.id::text = left_account.id
      where e.subject_id = ${personId}::uuid and e.kind = 'user_deactivated'`.execute(tx);
  return rows.map(({ id }) => id);
}

async function finishErasure(
  tx: Tx,
  session: Session,
  person: Pick<UserErased, 'id' | 'email' | 'name'>,
): Promise<UserErased | UserRefusal> {
  const { standing, subject } = await lockStanding(tx, session, person.id);
  requireEverywhere(standing, 'manage-accounts');
  if (subject === null || (await isErased(tx, subject.id))) return MISSING;
  // Somebody may have added them again meanwhile.
  if (subject.status === 'active')
    return { kind: 'refused', message: `${subject.name} was added again meanwhile. Erase again.` };
  await revokeTokensOf(tx, subject.id, session.person.id);
  await erasePerson(tx, subject.id);
  await recordAct(tx, session, { kind: 'user_erased', subjectId: subject.id });
  return { kind: 'erased', ...person };
}

async function isErased(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${personId} and erased is not null`.execute(tx);
  return rows.length > 0;
}

/** Names of the active accounts in which a person manages users and no other active person does. */
async function accountsWithoutOther(tx: Tx, personId: string): Promise<readonly string[]> {
  const managing = grantsOneOf(GOVERNS_USERS, ['manage-users']);
  const { rows } = await sql<{ name: string }>`
    select a.name from account a
    where a.status = 'active'
      and exists (select from membership m where m.account_id = a.id and m.person_id = ${personId} and ${managing})
      and not exists (
        select from membership m join person p on p.id = m.person_id and p.status = 'active'
        where m.account_id = a.id and m.person_id <> ${personId} and ${managing})
    order by a.name`.execute(tx);
  return rows.map(({ name }) => name);
}
