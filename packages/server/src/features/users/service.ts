import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { ServiceOptions } from '../../graphql/context.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { queueMail } from '../../identity/mail/mail-outbox.ts';
import type { Session } from '../../identity/session.ts';
import { recordAct } from '../administration/record-act.ts';
import { lockStanding, requireEverywhere } from '../administration/standing.ts';
import { findUserId } from './save-user.ts';

/** `external`: another identity provider keeps the password. */
export type ResetOutcome = 'queued' | 'not_found' | 'external';

/** What people do with passwords, besides signing in. */
export type PasswordActions = {
  /** False when another identity provider keeps the passwords. */
  readonly keepsPasswords: boolean;
  /**
   * Mails a link to choose a new password. People request their own; with `manage-global-users` in every account, also others'.
   * @throws RequestError NOT_ALLOWED
   */
  requestReset(session: Session, email: string): Promise<ResetOutcome>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly passwords: PasswordActions;
  }
}

export type PasswordOptions = Pick<ServiceOptions, 'database'> & {
  /** False when another identity provider keeps the passwords. */
  readonly keepsPasswords: boolean;
};

export function createPasswordActions({ database, keepsPasswords }: PasswordOptions): PasswordActions {
  return {
    keepsPasswords,
    async requestReset(session, email) {
      const wanted = email.trim().toLowerCase();
      const isOwn = wanted === session.person.email.toLowerCase();
      if (!isOwn && !session.globalPermissions.has('manage-global-users')) throw new RequestError('NOT_ALLOWED');
      if (!keepsPasswords) return 'external';
      if (isOwn) return database.withIdentity((tx) => queueOwnReset(tx, session.person.id));
      const { person, requestId } = session;
      const action = { personId: person.id, name: 'resetAuth0Password', requestId, accountId: null };
      return database.withAdmin({ ...action, details: { email: wanted } }, (tx) => queueReset(tx, session, wanted));
    },
  };
}

async function queueOwnReset(tx: Tx, personId: string): Promise<ResetOutcome> {
  await queueMail(tx, 'password_reset', personId);
  return 'queued';
}

async function queueReset(tx: Tx, session: Session, email: string): Promise<ResetOutcome> {
  const { standing, subject } = await lockStanding(tx, session, await findUserId(tx, email));
  requireEverywhere(standing, 'manage-global-users');
  if (subject?.status !== 'active') return 'not_found';
  await sql`select queue_password_reset(${subject.id})`.execute(tx);
  await recordAct(tx, session, { kind: 'password_reset_sent', subjectId: subject.id });
  return 'queued';
}
