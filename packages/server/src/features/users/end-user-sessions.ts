import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { recordAct } from '../administration/record-act.ts';
import { lockStanding, requireEverywhere } from '../administration/standing.ts';
import { accessOf, mayStandInFor } from './access.ts';
import type { UserRefusal } from './save-user.ts';

/**
 * Signs a user out everywhere: a device was lost, or somebody else signed in.
 * @throws RequestError NOT_ALLOWED
 */
export async function endUserSessions(
  tx: Tx,
  session: Session,
  userId: string,
): Promise<{ readonly kind: 'ended'; readonly personId: string } | UserRefusal> {
  const { standing, subject } = await lockStanding(tx, session, userId);
  requireEverywhere(standing, 'manage-users');
  if (subject?.status !== 'active') return { kind: 'missing', message: 'The user does not exist or was deactivated.' };
  if (subject.id === session.person.id)
    return { kind: 'refused', message: 'End your own sessions in the user menu: Sign-in security.' };
  if (!mayStandInFor(standing, await accessOf(tx, subject.id)))
    return {
      kind: 'refused',
      message: `${subject.name} holds roles that you cannot grant. Ask a person who holds them.`,
    };
  const { rows } = await sql<{ sessions: number }>`select end_sessions_of(${subject.id}) as sessions`.execute(tx);
  const sessions = rows[0]?.sessions ?? 0;
  if (sessions === 0) return { kind: 'refused', message: `${subject.name} is not signed in.` };
  await recordAct(tx, session, { kind: 'sessions_ended', subjectId: subject.id, after: { sessions } });
  return { kind: 'ended', personId: subject.id };
}
