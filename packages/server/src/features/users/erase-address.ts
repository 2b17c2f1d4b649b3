import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { recordAct } from '../administration/record-act.ts';
import { lockStanding, requireEverywhere } from '../administration/standing.ts';
import type { UserRefusal } from './save-user.ts';

/**
 * Erases an address that no user has, such as one that was invited and has not answered: invitations, what directories sent, mails, and
 * the address where summaries are sent or the record of administration has it.
 * @throws RequestError NOT_ALLOWED
 */
export async function eraseAddress(
  tx: Tx,
  session: Session,
  email: string,
): Promise<{ readonly kind: 'erased' } | UserRefusal> {
  const { standing } = await lockStanding(tx, session, null);
  requireEverywhere(standing, 'manage-accounts');
  const { rows } = await sql<{ changed: number | null }>`select erase_address(${email.trim()}) as changed`.execute(tx);
  const changed = rows[0]?.changed ?? null;
  if (changed === null) return { kind: 'refused', message: 'A user has this address. Erase the user.' };
  if (changed === 0) return { kind: 'missing', message: 'Nothing is kept of this address.' };
  await recordAct(tx, session, { kind: 'address_erased' });
  return { kind: 'erased' };
}
