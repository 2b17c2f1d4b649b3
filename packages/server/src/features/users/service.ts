import { sql } from 'kysely';
import { recordRefusal } from '../../audit/record-refusal.ts';
import type { Tx } from '../../db/database.ts';
import type { ServiceOptions } from '../../graphql/context.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { queueMail } from '../../identity/mail/mail-outbox.ts';
import type { Person, Session } from '../../identity/session.ts';
import type { UserDirectory } from '../../identity/user-directory.ts';
import { createRateLimit } from '../../pipeline/mail-ingest/flow-limits.ts';
import { recordAct } from '../administration/record-act.ts';
import { lockStanding, requireEverywhere } from '../administration/standing.ts';
import { findUserId } from './save-user.ts';

/** `external`: another identity provider keeps the password, or the person has none. `sso_only`: a password would open nothing. */
export type ResetOutcome =
  | { readonly kind: 'queued' | 'not_found' | 'external' | 'sso_only' }
  | { readonly kind: 'failed'; readonly problem: string };

/** Use cases of passwords, besides signing in. */
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
    /** Where logins of another identity provider are administered; null for none. */
    readonly directory: UserDirectory | null;
  }
}

export type PasswordOptions = Pick<ServiceOptions, 'database' | 'now'> & {
  /** False when another identity provider keeps the passwords. */
  readonly keepsPasswords: boolean;
  readonly directory: UserDirectory | null;
};

/** Mails of a provider to one person. */
const PROVIDER_MAILS = { burst: 1, perMinute: 1 } as const;

export function createPasswordActions({ database, keepsPasswords, directory, now }: PasswordOptions): PasswordActions {
  const limit = createRateLimit(PROVIDER_MAILS, now);
  const resetAtProvider = async (to: UserDirectory, person: Mailed): Promise<ResetOutcome> => {
    if (!limit.take(person.email.toLowerCase())) return { kind: 'queued' };
    const result = await to.sendPasswordReset(person);
    if (result.kind === 'failed') return result;
    return { kind: result.value === 'sent' ? 'queued' : 'external' };
  };
  return {
    keepsPasswords,
    async requestReset(session, email) {
      const wanted = email.trim().toLowerCase();
      const isOwn = wanted === session.person.email.toLowerCase();
      if (!isOwn && !session.globalPermissions.has('manage-global-users')) {
        const refused = new RequestError('NOT_ALLOWED');
        const act = { act: 'resetAuth0Password', reason: refused.message, email: wanted };
        await recordRefusal(database, session, act);
        throw refused;
      }
      if (!keepsPasswords && directory === null) return { kind: 'external' };
      if (isOwn) {
        if (!keepsPasswords && directory !== null) return resetAtProvider(directory, session.person);
        return database.withIdentity(async (tx): Promise<ResetOutcome> => {
          if (await isClosed(tx, session.person.id)) return { kind: 'sso_only' };
          await queueMail(tx, 'password_reset', session.person.id);
          return { kind: 'queued' };
        });
      }
      const { person, requestId } = session;
      const action = { personId: person.id, name: 'resetAuth0Password', requestId, accountId: null };
      const details = { email: wanted };
      const subject = await database.withAdmin({ ...action, details }, (tx) =>
        orderReset(tx, session, { email: wanted, keepsPasswords }),
      );
      if (subject === null) return { kind: 'not_found' };
      if (subject === 'sso_only') return { kind: subject };
      return keepsPasswords || directory === null ? { kind: 'queued' } : resetAtProvider(directory, subject);
    },
  };
}

type Mailed = Pick<Person, 'email' | 'name'>;

/** Whether single sign-on is required of a person, so that no password lets them in. */
async function isClosed(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{ rule: string }>`select password_rule_of(${personId}::uuid) as rule`.execute(tx);
  return rows[0]?.rule === 'closed';
}

/** Records the reset of another person's password, and queues its mail if it is kept here. Null: there is no such person. */
async function orderReset(
  tx: Tx,
  session: Session,
  { email, keepsPasswords }: { readonly email: string; readonly keepsPasswords: boolean },
): Promise<Mailed | 'sso_only' | null> {
  const { standing, subject } = await lockStanding(tx, session, await findUserId(tx, email));
  requireEverywhere(standing, 'manage-global-users');
  if (subject?.status !== 'active') return null;
  if (keepsPasswords && (await isClosed(tx, subject.id))) return 'sso_only';
  if (keepsPasswords) await sql`select queue_password_reset(${subject.id})`.execute(tx);
  await recordAct(tx, session, { kind: 'password_reset_sent', subjectId: subject.id });
  return subject;
}
