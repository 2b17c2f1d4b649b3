import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { addRecipient } from '../../../testing/mail.ts';

const used = useDatabase();
const account = useAccount(used);
const folder = useFolder('many-mails');

const MAILS = 10_000;
const CONNECTIONS = 20;
const PROGRAM = join(import.meta.dirname, '../../../testing/mail-listener-process.ts');
/** Mails that are recorded when the program dies. */
const KILLED_AFTER = [MAILS * 0.15, MAILS * 0.4, MAILS * 0.7];
const LIMIT_MS = 15 * 60_000;

type Program = { readonly port: number; readonly stop: () => void; readonly isOver: () => boolean };

/** A listener that kills itself when it has committed, and answered or not, so many mails. */
async function start(count: number): Promise<Program> {
  const child = spawn(process.execPath, [PROGRAM, used.url, folder, `after-commit:${count}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(port.toString()),
    stop: () => void child.kill(),
    isOver: () => child.exitCode !== null || child.signalCode !== null,
  };
}

it('receives 10,000 mails over 20 connections, each once, although the program is killed three times', {
  timeout: LIMIT_MS,
}, async () => {
  const { id, address } = await addRecipient(used.database, account);
  const counts = [...KILLED_AFTER.map((until, index) => until - (KILLED_AFTER[index - 1] ?? 0)), MAILS * 2];
  let program = await start(counts.shift() ?? 0);
  let restarting: Promise<void> | null = null;
  const restart = (): Promise<void> =>
    (restarting ??= start(counts.shift() ?? 0).then((started) => {
      program = started;
      restarting = null;
    }));
  const waiting = Array.from({ length: MAILS }, (_, n) => n);
  const connectTo = ({ port }: Program) =>
    createTransport({ pool: true, maxConnections: 1, maxMessages: MAILS, host: '127.0.0.1', port, secure: false });
  const send = async (): Promise<void> => {
    let of = program;
    let transport = connectTo(of);
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      const mail = {
        to: address,
        from: 'ads@partner.test',
        subject: `Mail ${n}`,
        messageId: `<${n}@partner.test>`,
        attachments: [{ filename: 'a.csv', content: `n\n${n}\n` }],
      };
      const isAccepted = () =>
        transport.sendMail(mail).then(
          () => true,
          () => false,
        );
      // As a mail server does: a mail is sent until it is accepted.
      while (!(await isAccepted())) {
        transport.close();
        if (of === program && of.isOver()) await restart();
        of = program;
        transport = connectTo(of);
      }
    }
    transport.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  const found = await account.rows(sql<{ mails: number; files: number; subjects: number }>`
    select count(*) as mails, count(distinct m.subject) as subjects,
      (select count(*) from received_file f where f.kind = 'attachment') as files
    from received_mail m where m.recipient_id = ${id}::uuid and m.outcome = 'matched'`);
  expect(found).toEqual([{ mails: MAILS, subjects: MAILS, files: MAILS }]);
  program.stop();
});
