import { beforeEach, expect, test } from 'vitest';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { type MailWriters, sendMails } from '../mail/mail-outbox.ts';
import type { Mail } from '../mail/mail-transport.ts';
import { writeNewDeviceMail } from './new-device-mail.ts';

const server = useHttpServer();
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

let email: string;
beforeEach(async () => {
  email = newEmail('device');
  await addPerson(server.database, { email });
});

async function mailsTo(address: string): Promise<readonly Mail[]> {
  const mails: Mail[] = [];
  const none = async () => null;
  const write: MailWriters = {
    password_reset: none,
    daily_summary: none,
    factors_changed: none,
    factors_reset: none,
    factor_link: none,
    outage: none,
    address_changed: none,
    invitation: async () => null,
    new_device: writeNewDeviceMail('https://console.example'),
  };
  const { database } = server;
  expect(await sendMails({ database, transport: async (mail) => void mails.push(mail), write })).toEqual([]);
  return mails.filter(({ to }) => to.email === address);
}

test('a sign-in from a new device is mailed with device, address and time, and later ones from there are not', async () => {
  const phone = createHttpBrowser(server.url, { 'user-agent': PHONE });
  await signInByForm(phone, server.url, email);
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('You signed in to Switchboard from a new device');
  expect(mail?.text).toContain('Device: Safari on iPhone\nAddress: 127.0.0.1\nTime: ');
  expect(mail?.text).toContain('https://console.example');
  for (const name of phone.cookies.keys()) if (name !== 'switchboard_device') phone.cookies.delete(name);
  await signInByForm(phone, server.url, email);
  expect(await mailsTo(email)).toEqual([]);
  await signInByForm(createHttpBrowser(server.url), server.url, email);
  expect(await mailsTo(email)).toMatchObject([{ text: expect.stringContaining('Device: Unknown device') as string }]);
});

test('a device that is known to another person is new to this one', async () => {
  const other = newEmail('device');
  await addPerson(server.database, { email: other });
  const browser = createHttpBrowser(server.url);
  await signInByForm(browser, server.url, other);
  for (const name of browser.cookies.keys()) if (name !== 'switchboard_device') browser.cookies.delete(name);
  await signInByForm(browser, server.url, email);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('a wrong password from a new device is not mailed', async () => {
  await expect(signInByForm(createHttpBrowser(server.url), server.url, email, 'wrong')).rejects.toThrow('No code');
  expect(await mailsTo(email)).toEqual([]);
});

test('mails about new devices are bounded to ten in an hour', async () => {
  for (let count = 0; count < 12; count += 1) await signInByForm(createHttpBrowser(server.url), server.url, email);
  expect(await mailsTo(email)).toHaveLength(10);
});
