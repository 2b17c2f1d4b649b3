import { required } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { boolean, dateTime, string, strings } from '../../../graphql/columns.ts';
import type { GraphqlContext } from '../../../graphql/context.ts';
import { changeResult, defineMutation, defineQuery } from '../../../graphql/mutation.ts';
import { defineObject } from '../../../graphql/object-type.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../../graphql/value-types.ts';
import {
  acceptInvitation,
  declineInvitation,
  isStillGranted,
} from '../../../identity/invitations/answer-invitation.ts';
import { type OpenInvitation, openInvitation } from '../../../identity/invitations/store-invitation.ts';

class ReceivedInvitation {
  readonly account_name: string;
  readonly inviter_name: string;
  readonly roles: readonly string[];
  readonly expires: Date;

  constructor({ account_name, inviter_name, role_names, expires }: OpenInvitation) {
    this.account_name = account_name;
    this.inviter_name = inviter_name;
    this.roles = role_names;
    this.expires = expires;
  }
}
class AnsweredInvitation {
  readonly accepted: boolean;
  readonly url_name: string;

  constructor(accepted: boolean, urlName: string) {
    this.accepted = accepted;
    this.url_name = urlName;
  }
}

const SIGNED_IN = { signedIn: true } as const;
const receivedRef = builder.objectRef<ReceivedInvitation>('ReceivedInvitation');
const answeredRef = builder.objectRef<AnsweredInvitation>('AnsweredInvitation');

const GONE =
  'This invitation does not work any more: it was answered, withdrawn or sent again, or it has expired. Ask for another one.';

/** Runs with the invitation that this link is for, in a transaction that locks it. */
function withInvitation<T>(
  { database, session }: GraphqlContext,
  secret: string,
  use: (tx: Parameters<typeof openInvitation>[0], invitation: OpenInvitation) => Promise<T>,
): Promise<T | NotFound | Conflict> {
  return database.withIdentity(async (tx) => {
    const invitation = session.serviceTokenId === null ? await openInvitation(tx, secret) : null;
    if (invitation === null) return new NotFound(GONE);
    if (invitation.email.toLowerCase() !== session.person.email.toLowerCase())
      return new Conflict('This invitation was sent to another address than yours. Sign in with that address.');
    if (!(await isStillGranted(tx, invitation)))
      return new Conflict('The person who invited you may not add users any more. Ask for another invitation.');
    return use(tx, invitation);
  });
}

/** Defines what a signed-in person does with an invitation that they were sent. None of these fields needs an account. */
export function defineInvitationAnswers(): void {
  defineObject(receivedRef, {
    description: 'An invitation, as its receiver sees it.',
    authScopes: SIGNED_IN,
    isTypeOf: (value) => value instanceof ReceivedInvitation,
    columns: {
      account_name: string('Name of the account.'),
      inviter_name: string('Name of the administrator who sent it.'),
      roles: strings('Roles that accepting gives, without those that they imply.'),
      expires: dateTime('When its link ends.'),
    },
  });
  defineObject(answeredRef, {
    description: 'An invitation that was answered, and has ended.',
    authScopes: SIGNED_IN,
    isTypeOf: (value) => value instanceof AnsweredInvitation,
    columns: {
      accepted: boolean('Whether the person has joined the account.'),
      url_name: string('Url name of the account; empty when it was declined.'),
    },
  });
  const link = string('Secret of the mailed link.');
  defineQuery('received_invitation', {
    authScopes: SIGNED_IN,
    description: 'The invitation of a mailed link, for the person with its address.',
    result: {
      name: 'ReceivedInvitationResult',
      description: 'The invitation, or why it cannot be answered.',
      types: [receivedRef, conflictRef, notFoundRef],
    },
    args: required({ secret: link }),
    resolve: ({ secret }, context) =>
      withInvitation(context, secret, async (_tx, invitation) => new ReceivedInvitation(invitation)),
  });
  defineMutation('answer_invitation', {
    authScopes: SIGNED_IN,
    description: 'Joins an account, or declines. The link works once.',
    result: changeResult('AnswerInvitationResult', 'invitation', [answeredRef, conflictRef, notFoundRef]),
    args: required({ secret: link, accept: boolean('False declines.') }),
    resolve: ({ secret, accept }, context) =>
      withInvitation(context, secret, async (tx, invitation) => {
        const { id: personId } = context.session.person;
        if (accept) await acceptInvitation(tx, invitation, personId);
        else await declineInvitation(tx, invitation);
        return new AnsweredInvitation(accept, accept ? invitation.url_name : '');
      }),
  });
}
