import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { recordAct } from '../administration/record-act.ts';
import { lockStanding, requireEverywhere } from '../administration/standing.ts';
import { accessOf, mayStandInFor } from './access.ts';
import type { UserRefusal } from './save-user.ts';

type FactorCounts = { readonly authenticatorApp: boolean; readonly passkeys: number; readonly recoveryCodes: number };

const NONE: FactorCounts = { authenticatorApp: false, passkeys: 0, recoveryCodes: 0 };

async function countFactors(tx: Tx, personId: string): Promise<FactorCounts> {
  const { rows } = await sql<FactorCounts>`
    select
      exists (select from authenticator_app where person_id = ${personId} and confirmed is not null) as "authenticatorApp",
      (select count(*)::int from passkey where person_id = ${personId}) as passkeys,
      (select count(*)::int from recovery_code where person_id = ${personId} and used is null) as "recoveryCodes"
  `.execute(tx);
  return rows[0] ?? NONE;
}

/**
 * Removes the factors of a user besides the password, who has lost them. Ends their sessions, and mails them.
 * @throws RequestError NOT_ALLOWED
 */
export async function resetFactors(
  tx: Tx,
  session: Session,
  userId: string,
): Promise<{ readonly kind: 'reset'; readonly personId: string } | UserRefusal> {
  const { standing, subject } = await lockStanding(tx, session, userId);
  requireEverywhere(standing, 'manage-users');
  if (subject?.status !== 'active') return { kind: 'missing', message: 'The user does not exist or was deactivated.' };
  if (subject.id === session.person.id)
    return { kind: 'refused', message: 'Remove your own factors in the user menu: Sign-in security.' };
  // Only the password would be left, which a mailbox can replace.
  if (!mayStandInFor(standing, await accessOf(tx, subject.id)))
    return {
      kind: 'refused',
      message: `${subject.name} holds roles that you cannot grant. Ask a person who holds them.`,
    };
  const before = await countFactors(tx, subject.id);
  if (!before.authenticatorApp && before.passkeys === 0)
    return { kind: 'refused', message: `${subject.name} has no factor besides the password.` };
  await sql`select reset_factors_of(${subject.id})`.execute(tx);
  await recordAct(tx, session, { kind: 'factors_reset', subjectId: subject.id, before, after: NONE });
  return { kind: 'reset', personId: subject.id };
}
