import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createLocalStore } from '@switchboard/engine';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { useMailListener } from '../../../testing/hooks/use-mail.ts';
import { addRecipient, sendMail } from '../../../testing/mail.ts';

const used = useDatabase();
const account = useAccount(used);
const folder = useFolder('killed-mail');
const store = createLocalStore(`${folder}/files`);
const listener = useMailListener(used, { store });

const PROGRAM = join(import.meta.dirname, '../../../testing/mail-listener-process.ts');

it.each(['before-commit', 'after-commit'])(
  'neither loses nor doubles a mail when the program is killed %s',
  { tags: 'proof:mail-killed' },
  async (point) => {
    const { id, address } = await addRecipient(used.database, account);
    const mail = {
      to: address,
      subject: 'Report',
      messageId: `<${point}@partner.test>`,
      text: 'See attachment.',
      attachments: [{ filename: 'a.csv', content: `a\n${point}\n` }],
    };
    const child = spawn(process.execPath, [PROGRAM, used.url, folder, point], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const closed = once(child, 'close');
    // The sender hears no answer, and sends the mail again.
    await expect(sendMail(Number(port.toString()), mail)).rejects.toThrow();
    expect((await closed)[1]).toBe('SIGKILL');
    await sendMail(listener.port, mail);
    await sendMail(listener.port, mail);
    const files = await account.rows(sql<{ name: string; store_key: string }>`
      select f.name, f.store_key from received_file f
      join received_mail m on m.account_id = f.account_id and m.id = f.mail_id
      where m.recipient_id = ${id}::uuid and m.outcome = 'matched' order by f.place`);
    expect(files.map(({ name }) => name)).toEqual(['a.csv', 'body.txt']);
    expect(await text(await store.open(files[0]?.store_key ?? ''))).toBe(`a\n${point}\n`);
  },
);
