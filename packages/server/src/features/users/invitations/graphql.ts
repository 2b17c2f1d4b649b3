import { administration } from '../../../graphql/administration.ts';
import { required } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { boolean, dateTime, from, id, string, strings } from '../../../graphql/columns.ts';
import { type GraphqlContext, inAdministration } from '../../../graphql/context.ts';
import { UUID } from '../../../graphql/cursor.ts';
import { type AdminLoaderDefinition, load, reload } from '../../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../../graphql/mutation.ts';
import { defineObject } from '../../../graphql/object-type.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../../graphql/value-types.ts';
import { accountRef } from '../../accounts/graphql.ts';
import { type AccountRow, accountsById } from '../../accounts/queries.ts';
import { type InvitationId, resendInvitation, revokeInvitation } from './invite-users.ts';
import { accountOfInvitation, type InvitationRow, invitationsOfAccounts } from './queries.ts';

const ADMIN = { admin: 'manage-users' } as const;
const INVITATIONS: AdminLoaderDefinition<InvitationRow[]> = {
  field: 'Account.invitations',
  batchAll: invitationsOfAccounts,
};
const ACCOUNT: AdminLoaderDefinition<AccountRow> = { field: 'Invitation.account', batchAll: accountsById };

const invitationRef = builder.objectRef<InvitationRow>('Invitation');

function defineTypes(): void {
  defineObject(invitationRef, {
    description: 'An invitation to an account that was not answered.',
    authScopes: ADMIN,
    columns: {
      id: id('Opaque identifier.'),
      email: string('Invited address.'),
      name: string('Name as the inviter wrote it.'),
      roles: strings('Roles that the person has once they accept, without those that they imply.'),
      inviterName: from('inviter_name', string('Name of the administrator who sent it last.')),
      created: dateTime('When it was sent first.'),
      expires: dateTime('When its link ends.'),
      hasExpired: from('has_expired', boolean('Whether its link has ended.')),
    },
  });
  builder.objectField(accountRef, 'invitations', (t) =>
    t.field({
      type: [invitationRef],
      description: 'Invitations that were not answered, the newest first.',
      resolve: async (account, _args, context) => (await load(context, INVITATIONS, account.id)) ?? [],
    }),
  );
}

const ARGUMENTS = required({ urlName: string('Url name of the account.'), id: id('Id of the invitation.') });
const GONE = 'The account has no such invitation any more. It was answered or revoked.';

/** Changes an invitation, and answers its account. */
async function change(
  context: GraphqlContext,
  field: string,
  { urlName, id: invitationId }: { readonly urlName: string; readonly id: string },
  act: (tx: Parameters<typeof revokeInvitation>[0], invitation: InvitationId) => Promise<string | { refused: string }>,
): Promise<AccountRow | NotFound | Conflict> {
  if (!UUID.test(invitationId)) return new NotFound(GONE);
  const details = { urlName: urlName.slice(0, 63), id: invitationId };
  const outcome = await inAdministration(context, { field, details }, async (tx) => {
    const accountId = await accountOfInvitation(tx, urlName, invitationId);
    if (accountId === null) return null;
    return { accountId, of: await act(tx, { accountId, id: invitationId }) };
  });
  if (outcome === null || outcome.of === 'missing') return new NotFound(GONE);
  if (typeof outcome.of === 'object') return new Conflict(outcome.of.refused);
  context.loaders.clear();
  return (await reload(context, ACCOUNT, outcome.accountId)) ?? new NotFound(GONE);
}

/** Defines the invitations of an account, for its administrators. */
export function defineInvitations(): void {
  defineTypes();
  defineMutation('resend_invitation', {
    ...administration('manage-users', 'urlName'),
    description: 'Sends another mail, at most one a minute. Its link replaces the one before and works for 7 days.',
    result: changeResult('ResendInvitationResult', 'account', [accountRef, conflictRef, notFoundRef]),
    args: ARGUMENTS,
    resolve: (args, context) =>
      change(context, 'resend_invitation', args, (tx, of) => resendInvitation(tx, context.session, of)),
  });
  defineMutation('revoke_invitation', {
    ...administration('manage-users', 'urlName'),
    description: 'Withdraws an invitation: its link ends at once.',
    result: changeResult('RevokeInvitationResult', 'account', [accountRef, conflictRef, notFoundRef]),
    args: ARGUMENTS,
    resolve: (args, context) =>
      change(context, 'revoke_invitation', args, (tx, of) => revokeInvitation(tx, context.session, of)),
  });
}
