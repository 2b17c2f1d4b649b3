import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { makeCertificate } from '@switchboard/connectors/testing/certificates';
import { createLocalStore, type FileStore } from '@switchboard/engine';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { useMailListener } from '../../../testing/hooks/use-mail.ts';
import { addRecipient, sendMail, talkSmtp } from '../../../testing/mail.ts';

const used = useDatabase();
const { database } = used;
const account = useAccount(used);
const folder = useFolder('mail-limits');

let failing: Error | null = null;
const local = createLocalStore(`${folder}/files`);
const store: FileStore = {
  ...local,
  put: async (...given) => {
    if (failing) throw failing;
    return local.put(...given);
  },
};
const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(line.toString());
      done();
    },
  }),
);
const limits = {
  connectionsPerClient: 3,
  recipientsPerMail: 2,
  mailsPerClient: { burst: 6, perMinute: 60 },
  mailsPerRecipient: { burst: 4, perMinute: 60 },
};
let now = Date.now();
const certificate = makeCertificate({ name: 'ingest.test', keyType: 'ec' });
const listener = useMailListener(used, {
  store,
  log,
  limits,
  now: () => now,
  tls: { cert: Buffer.from(certificate.certificate), key: Buffer.from(certificate.privateKey) },
});

/** Lets the limits forget what came before. */
const wait = (): void => {
  now += 3_600_000;
};
const SLOW_DOWN = { responseCode: 451, message: expect.stringContaining('Try again later') as unknown };

it('puts off the mails of a flood, to a recipient and of a client, and takes them later', async () => {
  wait();
  const [first, second] = [await addRecipient(database, account), await addRecipient(database, account)];
  const send = (to: string, subject: string): Promise<void> => sendMail(listener.port, { to, subject, text: subject });
  for (const subject of ['1', '2', '3', '4']) await send(first.address, subject);
  await expect(send(first.address, '5')).rejects.toMatchObject(SLOW_DOWN);
  await send(second.address, '1');
  await expect(send(second.address, '2')).rejects.toMatchObject(SLOW_DOWN);
  now += 10_000;
  await send(first.address, '5');
  await send(second.address, '2');
  const counts = await account.rows(
    sql<{ count: number }>`select count(*) from received_mail where outcome = 'matched'`,
  );
  expect(counts).toEqual([{ count: 7 }]);
});

it('refuses more connections of a client, and more recipients of a mail, than it may have', async () => {
  wait();
  const open = Array.from({ length: 3 }, () => connect(listener.port, '127.0.0.1'));
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
  expect((await talkSmtp(listener.port, ['QUIT\r\n']))[0]).toMatch(/^421 .*Too many connections/);
  for (const socket of open) socket.destroy();
  const added = await Promise.all([1, 2, 3].map(() => addRecipient(database, account)));
  const to = added.map(({ address }) => `RCPT TO:<${address}>\r\n`);
  await expect
    .poll(async () => {
      wait();
      return (await talkSmtp(listener.port, ['EHLO a\r\n', 'MAIL FROM:<>\r\n', ...to, 'QUIT\r\n'])).map((reply) =>
        reply.slice(0, 3),
      );
    })
    .toEqual(['220', '250', '250', '250', '250', '452', '221']);
});

it('offers STARTTLS', async () => {
  wait();
  const { id, address } = await addRecipient(database, account);
  const replies = await talkSmtp(listener.port, ['EHLO a\r\n', 'STARTTLS\r\n'], 'break');
  expect(replies.slice(0, 2)).toEqual([expect.stringMatching(/^220 /), expect.stringMatching(/^250 /)]);
  await sendMail(listener.port, { to: address, subject: 'over TLS', requireTls: true });
  expect(await account.rows(sql`select subject from received_mail where recipient_id = ${id}::uuid`)).toEqual([
    { subject: 'over TLS' },
  ]);
});

it('asks the sender to try again when a mail cannot be stored, and logs nothing of it', {
  tags: 'proof:mail-no-log',
}, async () => {
  wait();
  const { id, address } = await addRecipient(database, account);
  const mail = { to: address, from: 'canary-from@b.test', subject: 'canary-subject', text: 'canary-text' };
  const attachments = [{ filename: 'canary-name.csv', content: 'canary-content' }];
  failing = new Error('no space left');
  await expect(sendMail(listener.port, { ...mail, attachments })).rejects.toMatchObject({ responseCode: 451 });
  failing = null;
  expect(await account.rows(sql`select from received_mail where recipient_id = ${id}::uuid`)).toEqual([]);
  await sendMail(listener.port, { ...mail, attachments });
  expect(lines.some((line) => line.includes('no space left'))).toBe(true);
  expect(lines.filter((line) => line.includes('canary') || line.includes(address))).toEqual([]);
});
