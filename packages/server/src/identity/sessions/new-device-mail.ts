import { deviceName } from '@switchboard/model/presentation/device-name';
import { z } from 'zod';
import { auditOrigin } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import { queueDeviceMail, type WritePersonMail } from '../mail/mail-outbox.ts';

const Detail = z.object({ device: z.string(), address: z.string().nullable(), at: z.iso.datetime() });

/** Queues the mail about a sign-in of a person from a device that is new to them: the sender of the current request. */
export async function queueNewDeviceMail(tx: Tx, personId: string, now: number): Promise<void> {
  const { address, user_agent: userAgent } = auditOrigin();
  const detail: z.infer<typeof Detail> = { device: deviceName(userAgent), address, at: new Date(now).toISOString() };
  await queueDeviceMail(tx, personId, detail);
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Writes the mail about a sign-in from a new device. */
export const writeNewDeviceMail =
  (publicUrl: string): WritePersonMail =>
  async ({ name, detail }) => {
    const { device, address, at } = Detail.parse(detail);
    return {
      subject: 'You signed in to Switchboard from a new device',
      text: [
        `Hello ${name},`,
        '',
        'somebody signed in to Switchboard as you from a device that you had not used before:',
        '',
        `Device: ${device}`,
        `Address: ${address ?? 'unknown'}`,
        `Time: ${TIME.format(new Date(at))} UTC`,
        '',
        'If it was you, there is nothing to do. If it was not, open the console, end that session in the user menu under',
        'Sign-in security, and choose a new password at once:',
        publicUrl,
        '',
      ].join('\n'),
    };
  };
