import type { ServiceOptions } from '../../graphql/context.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { queueMail } from '../../identity/mail/mail-outbox.ts';
import type { Session } from '../../identity/session.ts';

/** `external`: another identity provider keeps the password. */
export type ResetOutcome = 'queued' | 'not_found' | 'external';

/** What people do with passwords, besides signing in. */
export type PasswordActions = {
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
    async requestReset(session, email) {
      const wanted = email.trim().toLowerCase();
      const isOwn = wanted === session.person.email.toLowerCase();
      if (!isOwn && !session.globalPermissions.has('manage-global-users')) throw new RequestError('NOT_ALLOWED');
      if (!keepsPasswords) return 'external';
      return database.withIdentity(async (tx) => {
        const person = await tx
          .selectFrom('person')
          .select('id')
          .where((where) => where(where.fn<string>('lower', ['email']), '=', wanted))
          .where('status', '=', 'active')
          .executeTakeFirst();
        if (person === undefined) return 'not_found';
        await queueMail(tx, 'password_reset', person.id);
        return 'queued';
      });
    },
  };
}
