import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { string } from '../../graphql/columns.ts';
import { defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';

class ResetQueued {
  readonly email: string;

  constructor(email: string) {
    this.email = email;
  }
}

const SIGNED_IN = { signedIn: true } as const;
const MAX_EMAIL_LENGTH = 320;

const resetQueuedRef = builder.objectRef<ResetQueued>('PasswordResetQueued');

/** The mutation that mails a link to choose a new password. */
export function definePasswordReset(): void {
  defineObject(resetQueuedRef, {
    description: 'A mail with a link to choose a new password is on its way.',
    authScopes: SIGNED_IN,
    isTypeOf: (value) => value instanceof ResetQueued,
    columns: { email: string('Where the mail is sent.') },
  });
  defineMutation('resetAuth0Password', {
    authScopes: SIGNED_IN,
    description:
      'Mails a link to choose a new password, at most once a minute. People request their own; others’ needs manage-global-users in every account.',
    result: {
      name: 'ResetPasswordResult',
      description: 'That the mail is on its way, or why none is sent.',
      types: [resetQueuedRef, notFoundRef, conflictRef],
    },
    args: required({ email: string('Email address of the person.') }),
    resolve: async ({ email }, context) => {
      if (email.length > MAX_EMAIL_LENGTH || email.includes('\u0000'))
        throw badRequest('email must be an email address.');
      const outcome = await context.passwords.requestReset(context.session, email);
      switch (outcome.kind) {
        case 'queued':
          return new ResetQueued(email.trim());
        case 'not_found':
          return new NotFound('There is no active person with this email address.');
        case 'external':
          return new Conflict('Your identity provider keeps your password. Change it there.');
        case 'sso_only':
          return new Conflict(
            `${email.trim()} signs in by single sign-on only. Reset access at the identity provider.`,
          );
        case 'failed':
          return new Conflict(outcome.problem);
      }
    },
  });
}
