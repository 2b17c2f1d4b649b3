import type { Database } from '../src/db/database.ts';
import { writeInvitationMail } from '../src/identity/invitations/invitation-mail.ts';
import { sendMails } from '../src/identity/mail/mail-outbox.ts';
import type { Mail } from '../src/identity/mail/mail-transport.ts';

type Sending = { readonly database: Database; readonly url: string };

/** Sends the mails of invitations that are due, and returns them. Mails of other kinds are dropped. */
export async function sendInvitations({ database, url }: Sending): Promise<readonly Mail[]> {
  const sent: Mail[] = [];
  const none = async () => null;
  const [problem] = await sendMails({
    database,
    transport: async (mail) => void sent.push(mail),
    write: {
      password_reset: none,
      factors_changed: none,
      factors_reset: none,
      factor_link: none,
      outage: none,
      new_device: none,
      address_changed: none,
      daily_summary: none,
      invitation: writeInvitationMail({ database, publicUrl: url }),
    },
  });
  if (problem !== undefined) throw problem;
  return sent;
}

/** The secret of the link in the newest mail of an invitation to this address; empty without one. */
export async function invitationSecret(server: Sending, email: string): Promise<string> {
  const mail = (await sendInvitations(server)).findLast(({ to }) => to.email.toLowerCase() === email.toLowerCase());
  return /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
