import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { WriteInvitationMail } from '../mail/mail-outbox.ts';
import { isStillGranted } from './answer-invitation.ts';
import { createInvitationSecret, labelsOf, openInvitationById } from './store-invitation.ts';

export const INVITATION_PATH = '/sign-in/invitation';

/** Writes the mail of an invitation with a new link. A person whom the installation has deactivated gets none. */
export const writeInvitationMail =
  ({ database, publicUrl }: { readonly database: Database; readonly publicUrl: string }): WriteInvitationMail =>
  ({ invitationId }) =>
    database.withIdentity(async (tx) => {
      const invitation = invitationId === null ? null : await openInvitationById(tx, invitationId);
      if (invitation === null || !(await isStillGranted(tx, invitation))) return null;
      const { id, email, account_name: account, inviter_name: inviter, role_names: names } = invitation;
      const { rows } = await sql`
        select from person where lower(email) = lower(${email}) and status <> 'active'`.execute(tx);
      if (rows.length > 0) return null;
      const secret = await createInvitationSecret(tx, id);
      return {
        subject: `Join ${account} in Switchboard`,
        text: [
          'Hello,',
          '',
          `${inviter} invites you to join ${account} in Switchboard as ${labelsOf(names)}.`,
          'Accept or decline here:',
          `${publicUrl}${INVITATION_PATH}?invitation=${secret}`,
          '',
          `The link works once, for 7 days. Until you accept, ${account} learns nothing about you, not even whether you use Switchboard.`,
          'If you do not know the sender, do nothing.',
          '',
        ].join('\n'),
      };
    });
