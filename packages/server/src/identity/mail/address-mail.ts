import { z } from 'zod';
import type { WritePersonMail } from './mail-outbox.ts';

const Detail = z.object({ sent_to: z.string(), address: z.string() });

/** Writes the mail to the former email address of a person about the new one. */
export const writeAddressMail: WritePersonMail = async ({ name, detail }) => {
  const { sent_to: former, address } = Detail.parse(detail);
  return {
    subject: 'Your email address for Switchboard was changed',
    text: [
      `Hello ${name},`,
      '',
      `the directory of your company changed your email address for Switchboard from ${former} to ${address}. You are signed out`,
      'everywhere, and sign in with the new address from now on. Your password is the same.',
      '',
      'If you did not expect this, ask your administrator.',
      '',
    ].join('\n'),
  };
};
