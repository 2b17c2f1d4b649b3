import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { detectSandbox, SANDBOX_PARTS } from '@switchboard/connectors';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_FILES } from './decode-mail.ts';
import { FrameReader } from './frame-reader.ts';
import { createMailParser } from './mail-parser.ts';
import { type ParsedMail, readParsedMail } from './parse-mail.ts';

const root = useFolder('parse-mail');
const HEAP = 512;
const parser = createMailParser();
afterAll(() => parser.stop());

async function parse(raw: string | Buffer, using = parser): Promise<ParsedMail> {
  const folder = mkdtempSync(join(root, 'mail-'));
  const path = join(folder, 'mail');
  writeFileSync(path, raw);
  return using.parse({ path, folder });
}
const contentOf = ({ files }: ParsedMail, name: string): string =>
  readFileSync(files.find((file) => file.name === name)?.path ?? 'no such file', 'utf8');
const namesOf = ({ files }: ParsedMail): string[] => files.map(({ name }) => name);

/** A mail of these parts. */
const multipart = (...parts: readonly string[]): string => multipartBy('outer', parts);
const multipartBy = (boundary: string, parts: readonly string[]): string =>
  [
    'From: a@partner.test',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ].join('\r\n');
const attachment = (filename: string, content = 'a,b', more = ''): string =>
  `Content-Type: text/csv${more}\r\nContent-Disposition: attachment; filename="${filename}"\r\n\r\n${content}`;

describe('names of attachments', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\windows\\\\evil.csv', 'evil.csv'],
    ['/absolute/report.csv', 'report.csv'],
    ['..', 'attachment-1.csv'],
    ['.hidden', 'hidden'],
    ['', 'attachment-1.csv'],
    ['a\u202Evsc.exe', 'a vsc.exe'],
    ['=?UTF-8?Q?..=2F..=2FZ=C3=BCrich=00.csv?=', 'Zürich .csv'],
    [`${'é'.repeat(300)}.csv`, `${'é'.repeat(73)}.csv`],
  ])('%j is stored as %j', async (given, name) => {
    expect(namesOf(await parse(multipart(attachment(given))))).toEqual([name]);
  });

  it('names of attachments are unique within a mail, also in RFC 2231 form', async () => {
    const encoded =
      "Content-Type: text/csv\r\nContent-Disposition: attachment; filename*0*=UTF-8''%e2%82%ac; filename*1=.csv\r\n\r\nx";
    const mail = await parse(
      multipart(attachment('a.csv'), attachment('x/a.csv'), attachment('body.txt'), encoded, '\r\ntext'),
    );
    expect(namesOf(mail)).toEqual(['a.csv', 'a-2.csv', 'body.txt', '€.csv', 'body-2.txt']);
  });
});

describe('content', () => {
  it('content is decoded from base64 and quoted-printable, and kept byte for byte', async () => {
    const base64 = attachment(
      'a.csv',
      Buffer.from([0, 255, 10, 13, 1]).toString('base64'),
      '\r\nContent-Transfer-Encoding: base64',
    );
    const quoted = attachment('b.csv', 'caf=C3=A9;=3D', '\r\nContent-Transfer-Encoding: quoted-printable');
    const mail = await parse(multipart(base64, quoted));
    expect([...readFileSync(mail.files[0]?.path ?? '')]).toEqual([0, 255, 10, 13, 1]);
    expect(contentOf(mail, 'b.csv')).toBe('café;=\n');
  });

  it('content of a forwarded mail has the attachments of the mail that it forwards', async () => {
    const inner = multipartBy('inner', [attachment('inner.csv', 'inner')]);
    const mail = await parse(multipart(`Content-Type: message/rfc822\r\n\r\n${inner}`, attachment('outer.csv')));
    expect(contentOf(mail, 'inner.csv')).toBe('inner\n');
    expect(namesOf(mail)).toContain('outer.csv');
  });
});

describe('hostile mail', () => {
  it.each<readonly [string, string | Buffer, Partial<ParsedMail>]>([
    ['nothing at all', '', { sender: '', subject: '', messageId: null }],
    ['no header', '\r\n\r\njust text', { sender: '' }],
    [
      '8-bit headers',
      Buffer.from('From: a@b.test\r\nSubject: Z\xfcrich \xe2\x82\xac\r\n\r\nx', 'latin1'),
      { sender: 'a@b.test' },
    ],
    ['an unknown charset', 'Subject: =?x-evil?B?/w==?= ok\r\nContent-Type: text/plain; charset=x-evil\r\n\r\nx', {}],
    ['a broken encoded word', 'Subject: =?UTF-8?B?!!!?= =?UTF-8?Q?=ZZ?=\r\n\r\nx', {}],
    [
      'NUL and control characters',
      'From: a@b.test\r\nSubject: a\0b\x1b[31mc\r\nMessage-ID: <\0@x>\r\n\r\nx',
      { subject: 'a b [31mc' },
    ],
    ['broken base64', `Content-Type: text/csv\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%=A=\r\n`, {}],
    ['no closing boundary', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext', {}],
    ['a boundary that never comes', 'Content-Type: multipart/mixed; boundary=never\r\n\r\ntext', {}],
    ['no boundary parameter', 'Content-Type: multipart/mixed\r\n\r\n--b\r\n\r\ntext', {}],
    ['a line of 900 kB', `Subject: long\r\n\r\n${'x'.repeat(900_000)}`, { subject: 'long' }],
    ['a subject of 500 kB', `Subject: ${'y'.repeat(500_000)}\r\n\r\nx`, { subject: 'y'.repeat(998) }],
    [
      'a thousand addresses',
      `From: ${Array.from({ length: 1000 }, (_, n) => `a${n}@b.test`).join(', ')}\r\n\r\nx`,
      { sender: 'a0@b.test' },
    ],
    ['a group as sender', 'From: team: x@b.test, y@b.test;\r\n\r\nx', { sender: 'x@b.test' }],
  ])('hostile mail is read as far as it goes: %s', async (_, raw, expected) => {
    expect(await parse(raw)).toMatchObject(expected);
  });

  it.each([
    ['nested parts', nested(200), 'nested too deeply'],
    ['millions of lines', '\n'.repeat(3_000_000), 'more than 1000000 lines'],
    ['headers of 2 MB', `${`X-A: ${'z'.repeat(1000)}\r\n`.repeat(2100)}\r\nx`, 'headers are too long'],
    [
      'hundreds of attachments',
      multipart(...Array.from({ length: MAX_FILES + 1 }, (_, n) => attachment(`${n}.csv`))),
      'more than 200',
    ],
  ])('hostile mail is rejected: %s', async (_, raw, reason) => {
    await expect(parse(raw)).rejects.toThrow(reason);
  });

  it('hostile mail that takes too long or too much memory is rejected, harms nothing else, and the next one is read', async () => {
    // The process has not even started within a millisecond.
    const impatient = createMailParser({ timeout: 1 });
    await expect(parse('Subject: first\r\n\r\nx', impatient)).rejects.toThrow('too much time or memory');
    await impatient.stop();
    const small = createMailParser({ heap: 24 });
    await expect(parse('\n'.repeat(900_000), small)).rejects.toThrow('too much time or memory');
    expect(await parse('Subject: next\r\n\r\nx', small)).toMatchObject({ subject: 'next' });
    await small.stop();
  });

  it.each([
    ['a compressed bomb in an archive', gzipSync(Buffer.alloc(200 * 1024 ** 2)), 'bomb.csv.gz'],
    ['an archive of archives', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1000, 80)]), 'bomb.zip'],
  ])('hostile mail with %s is kept byte for byte, and not unpacked', async (_, content, name) => {
    const encoded = attachment(name, content.toString('base64'), '\r\nContent-Transfer-Encoding: base64');
    const { files } = await parse(multipart(encoded));
    expect(files).toMatchObject([{ name, bytes: content.length }]);
    expect(readFileSync(files[0]?.path ?? '')).toEqual(content);
  });

  it('hostile mail with a megabyte of encoded words and parameters is read or rejected', async () => {
    const words = `Subject: ${'=?UTF-8?Q?=E2=82=AC?= '.repeat(40_000)}\r\n\r\nx`;
    expect((await parse(words)).subject).toHaveLength(998);
    const parameters = Array.from({ length: 20_000 }, (__, n) => `; filename*${n}=a`).join('');
    const mail = await parse(multipart(attachment('x.csv', 'a').replace(/filename=.*/, `a=b${parameters}`)));
    expect(mail.files).toHaveLength(1);
  });
});

describe.skipIf(process.platform !== 'linux')('the program that decodes mails', () => {
  const isWhole = SANDBOX_PARTS.every((part) => detectSandbox().parts.has(part));

  it.skipIf(!isWhole)('sees no file of the service, and has no other process and no network', async () => {
    await parse('Subject: first\r\n\r\nx');
    const pid = decoderOf(HEAP);
    expect(readdirSync(`/proc/${pid}/root`)).not.toContain('proc');
    expect(existsSync(`/proc/${pid}/root${root}`)).toBe(false);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe(String(process.getuid?.()));
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max file size\s+0\s+0/m);
    for (const space of ['net', 'pid', 'mnt'])
      expect(readlinkSync(`/proc/${pid}/ns/${space}`)).not.toBe(readlinkSync(`/proc/self/ns/${space}`));
  });

  it('a mail is decoded by another process after a hundred', async () => {
    const used = new Set<number>();
    for (let count = 0; count < 101; count += 1) {
      expect(await parse(`Subject: ${count}\r\n\r\nx`)).toMatchObject({ subject: String(count) });
      used.add(decoderOf(HEAP));
    }
    expect(used.size).toBeGreaterThan(1);
  });

  it('a program that ends between two mails is started again', async () => {
    const own = createMailParser({ heap: 300 });
    await parse('Subject: first\r\n\r\nx', own);
    process.kill(decoderOf(300), 'SIGKILL');
    expect(await parse('Subject: second\r\n\r\nx', own)).toMatchObject({ subject: 'second' });
    await own.stop();
  });

  it.each([
    [
      'a path',
      '{"kind":"parsed","mail":{"messageId":"","sender":"","subject":"s"},"parts":[{"kind":"attachment","filename":"../../x","contentType":"","bytes":1}]}\nx',
      ['x'],
    ],
    [
      'other bodies',
      '{"kind":"parsed","mail":{"messageId":"","sender":"","subject":"s"},"parts":[{"kind":"text","filename":"/etc/x","contentType":"","bytes":1}]}\nx',
      ['body.txt'],
    ],
  ])('names files by themselves when a program that was taken over replies with %s', async (_, said, names) => {
    expect(namesOf(await readReply(said))).toEqual(names);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'x\n'],
    [
      'a million bytes less than it said',
      '{"kind":"parsed","mail":{"messageId":"","sender":"","subject":"s"},"parts":[{"kind":"text","filename":null,"contentType":"","bytes":1000000}]}\nx',
    ],
    [
      'more bytes than a mail may have',
      '{"kind":"parsed","mail":{"messageId":"","sender":"","subject":"s"},"parts":[{"kind":"text","filename":null,"contentType":"","bytes":900000000000}]}\nx',
    ],
    ['a line without an end', '['.repeat(5_000_000)],
  ])('fails when a program that was taken over replies with %s', async (_, said) => {
    await expect(readReply(said)).rejects.toThrow(/./);
  });
});

/** The process of this one that decodes mails with this heap, as seen from here. */
function decoderOf(heap: number): number {
  const found = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const words = textOf(pid, 'cmdline').split('\0');
    return words[1] === `--max-old-space-size=${heap}` && words[2]?.endsWith('parse-process.ts') && isDescendant(pid);
  });
  const [pid] = found;
  if (pid === undefined || found.length > 1) throw new Error(`There are ${found.length} such processes.`);
  return Number(pid);
}
function textOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
function isDescendant(pid: string): boolean {
  const parent = /^PPid:\s+(\d+)/m.exec(textOf(pid, 'status'))?.[1];
  if (parent === undefined || parent === '0') return false;
  return parent === String(process.pid) || isDescendant(parent);
}

/** Reads the output of a program that decodes mails. */
async function readReply(said: string): Promise<ParsedMail> {
  const folder = mkdtempSync(join(root, 'reply-'));
  writeFileSync(join(folder, 'mail'), 'x');
  const output = new FrameReader(Readable.from([Buffer.from(said)]));
  return readParsedMail(output, { path: join(folder, 'mail'), folder });
}

/** Parts within parts. */
function nested(depth: number): string {
  const open = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  return `${open.join('')}\r\ntext`;
}
