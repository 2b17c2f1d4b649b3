import { text } from 'node:stream/consumers';
import type { FileStore } from '@switchboard/engine';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { useMailListener } from '../../../testing/hooks/use-mail.ts';
import { addRecipient, INGEST_DOMAIN, sendMail, talkSmtp } from '../../../testing/mail.ts';
import { MailRejected } from './parse-mail.ts';

const used = useDatabase();
const { database } = used;
const account = useAccount(used);
const other = useAccount(used);
const listener = useMailListener(used);
/** Rejects each mail. */
const refusing = useMailListener(used, {
  parser: {
    parse: () => Promise.reject(new MailRejected('it takes too much time or memory to decode')),
    stop: async () => undefined,
  },
});

type Mail = { outcome: string; path: string | null; sender: string; subject: string; reason: string | null };
const mails = (of: { rows: typeof account.rows } = account, recipient?: string) =>
  of.rows(sql<Mail>`
    select outcome, path, sender, subject, reason from received_mail
    where ${recipient === undefined} or recipient_id = ${recipient ?? null}::uuid order by received, id`);
type File = { name: string; kind: string; store_key: string };
const filesOf = (recipient: string) =>
  account.rows(sql<File>`
    select f.name, f.kind, f.store_key from received_file f
    join received_mail m on m.account_id = f.account_id and m.id = f.mail_id
    where m.recipient_id = ${recipient}::uuid order by m.received, f.place`);
const contentOf = async (store: FileStore, key = '') => text(await store.open(key));

describe('a mail to an address of an account', () => {
  it('a mail to an address of an account is stored under the path of the first rule that matches, its attachments and its text', async () => {
    const { id, address } = await addRecipient(database, account, [
      { path: 'other', subjectRegex: '^Weekly' },
      { path: 'reports/ads', senderGlob: '*@PARTNER.test', subjectGlob: 'daily*' },
      { path: 'late', senderGlob: '*' },
    ]);
    await sendMail(listener.port, {
      to: address,
      subject: 'Daily report 2026-11-25 – Zürich',
      text: 'Here it is.',
      html: '<p>Here it is.</p>',
      attachments: [
        { filename: 'ads.csv', content: 'day,clicks\n2026-11-25,7\n' },
        { filename: 'ads.csv', content: 'second' },
      ],
    });
    expect(await mails(account, id)).toEqual([
      {
        outcome: 'matched',
        path: 'reports/ads',
        sender: 'ads@partner.test',
        subject: 'Daily report 2026-11-25 – Zürich',
        reason: null,
      },
    ]);
    const files = await filesOf(id);
    expect(files.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'attachment ads.csv',
      'attachment ads-2.csv',
      'text body.txt',
      'html body.html',
    ]);
    expect(await contentOf(listener.store, files[0]?.store_key)).toBe('day,clicks\n2026-11-25,7\n');
    expect(await contentOf(listener.store, files[2]?.store_key)).toBe('Here it is.\n');
  });

  it('a mail to an address of an account is kept without a path when no rule matches', async () => {
    const { id, address } = await addRecipient(database, account, [{ path: 'a', subjectGlob: 'never' }]);
    await sendMail(listener.port, {
      to: address,
      subject: 'Hello',
      attachments: [{ filename: 'a.csv', content: 'a' }],
    });
    expect(await mails(account, id)).toMatchObject([{ outcome: 'unmatched', path: null }]);
    expect(await filesOf(id)).toMatchObject([{ name: 'a.csv' }]);
  });

  it('a mail to an address of an account is the same mail when it is delivered again, even by another way; other content is another mail', {
    tags: 'proof:mail-redelivered',
  }, async () => {
    const { id, address } = await addRecipient(database, account);
    const mail = (content: string, trace = ''): string =>
      `${trace}From: a@partner.test\r\nMessage-ID: <1@partner.test>\r\nSubject: x\r\n\r\n${content}\r\n`;
    await sendMail(listener.port, { to: address, raw: mail('one') });
    await sendMail(listener.port, { to: address, raw: mail('one') });
    await sendMail(listener.port, { to: address, raw: mail('one', 'Received: from relay.test\r\n') });
    expect(await mails(account, id)).toHaveLength(1);
    await sendMail(listener.port, { to: address, raw: mail('two') });
    expect(await mails(account, id)).toHaveLength(2);
  });

  it('reaches each of its recipients once, in their own accounts', async () => {
    const mine = await addRecipient(database, account, [{ path: 'mine' }]);
    const theirs = await addRecipient(database, other, [{ path: 'theirs' }]);
    await sendMail(listener.port, {
      to: [mine.address, theirs.address, theirs.address.toUpperCase()],
      subject: 'Both',
      attachments: [{ filename: 'a.csv', content: 'a' }],
    });
    expect(await mails(account, mine.id)).toMatchObject([{ path: 'mine' }]);
    expect(await mails(other, theirs.id)).toMatchObject([{ path: 'theirs' }]);
    expect(await mails(account, theirs.id)).toEqual([]);
  });
});

describe('the listener', () => {
  it.each<[string, string, number, string]>([
    ['an address that does not exist', `unknown@${INGEST_DOMAIN}`, 550, 'no such address'],
    ['an address of another domain', 'someone@elsewhere.test', 550, 'Relaying is not permitted'],
    ['a domain that only ends like its own', `a@evil-${INGEST_DOMAIN}`, 550, 'Relaying is not permitted'],
    ['a route through it', `someone%elsewhere.test@${INGEST_DOMAIN}`, 550, 'no such address'],
  ])('the listener refuses %s', { tags: 'proof:mail-no-relay' }, async (_, to, responseCode, message) => {
    await expect(sendMail(listener.port, { to, text: 'x' })).rejects.toMatchObject({
      responseCode,
      message: expect.stringContaining(message) as unknown,
    });
  });

  it('the listener refuses a mail that is too large, whether its size is announced or not, and records why', async () => {
    const { id, address } = await addRecipient(database, account);
    await expect(sendMail(listener.port, { to: address, text: 'x'.repeat(1_200_000) })).rejects.toMatchObject({
      responseCode: 552,
    });
    const lines = ['EHLO a\r\n', 'MAIL FROM:<a@b.test>\r\n', `RCPT TO:<${address}>\r\n`, 'DATA\r\n'];
    const body = `${`${'x'.repeat(76)}\r\n`.repeat(20_000)}.\r\n`;
    const replies = await talkSmtp(listener.port, [...lines, body, 'QUIT\r\n']);
    expect(replies[5]).toMatch(/^552 /);
    const rejected = { outcome: 'rejected', path: null, reason: 'it is larger than 1000000 bytes', subject: '' };
    expect(await mails(account, id)).toMatchObject([rejected, rejected]);
    expect(await filesOf(id)).toEqual([]);
  });

  it('the listener refuses to authenticate, to verify addresses, and to start TLS without a certificate', async () => {
    const replies = await talkSmtp(listener.port, [
      'EHLO a\r\n',
      'AUTH PLAIN AGEAYg==\r\n',
      'STARTTLS\r\n',
      'QUIT\r\n',
    ]);
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['220', '250', '500', '500', '221']);
  });
});

it('accepts a mail that was rejected before', async () => {
  const { id, address } = await addRecipient(database, account);
  const raw = 'Subject: again\r\n\r\nwithout a Message-ID\r\n';
  await expect(sendMail(refusing.port, { to: address, raw })).rejects.toMatchObject({ responseCode: 554 });
  await sendMail(listener.port, { to: address, raw });
  expect((await mails(account, id)).map(({ outcome }) => outcome)).toEqual(['rejected', 'matched']);
});

it('stores nothing of a mail that breaks off, and leaves no file behind', async () => {
  const { id, address } = await addRecipient(database, account);
  const begun = ['EHLO a\r\n', 'MAIL FROM:<a@b.test>\r\n', `RCPT TO:<${address}>\r\n`, 'DATA\r\n'];
  await talkSmtp(listener.port, [...begun, 'Subject: half\r\n\r\nsome text\n.\n and more\r\n'], 'break');
  await sendMail(listener.port, { to: address, subject: 'whole', text: 'x' });
  expect(await mails(account, id)).toMatchObject([{ subject: 'whole' }]);
});

it('does not take a bare line feed for the end of a mail', async () => {
  const { id, address } = await addRecipient(database, account);
  const smuggled = `\n.\nMAIL FROM:<evil@b.test>\nRCPT TO:<${address}>\nDATA\nSubject: smuggled\n\nx\n.\n`;
  await sendMail(listener.port, { to: address, raw: `Subject: outer\r\n\r\ntext${smuggled}more\r\n` });
  expect(await mails(account, id)).toMatchObject([{ subject: 'outer' }]);
});

it('a question for an address is answered alike whether it exists or not', async () => {
  const { address } = await addRecipient(database, account, [{ path: 'asked', senderGlob: '*' }]);
  const ask = async (name: string) =>
    (await talkSmtp(listener.port, ['EHLO a\r\n', `VRFY ${name}\r\n`, 'QUIT\r\n'])).find((reply) =>
      /^252 /.test(reply),
    );
  const known = await ask(address);
  expect(known).toMatch(/^252 /);
  expect(await ask(`nothing@${INGEST_DOMAIN}`)).toBe(known);
});
