import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { fileName, plainText, uniqueNames } from './file-name.ts';

/** A file of a mail, decoded. Its content is in a local file. */
export type ParsedFile = {
  readonly kind: 'attachment' | 'text' | 'html';
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Absolute path. */
  readonly path: string;
};

export type ParsedMail = {
  /** Hex SHA-256. A mail that is delivered again has the same one, whatever servers on its way added to its headers. */
  readonly digest: string;
  readonly messageId: string | null;
  /** The address in From; empty without one. */
  readonly sender: string;
  readonly subject: string;
  readonly files: readonly ParsedFile[];
};

export type ParseRequest = {
  /** Absolute path of the mail as it came. */
  readonly path: string;
  /** Absolute folder in which the files of the mail are written. */
  readonly folder: string;
};

/** Why a mail is not accepted, for its sender and for people. It never quotes the mail. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}

export const MAX_FILES = 200;
/** Each takes some hundred bytes of memory while a mail is decoded. */
const MAX_LINES = 1_000_000;
const BOUNDS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, maxRfc822NestingDepth: 5 };
/** Characters of a subject, and of a Message-ID. */
const MAX_TEXT = 998;
const MAX_ADDRESS = 254;

type Content = Pick<ParsedFile, 'kind' | 'name' | 'contentType'> & { readonly content: Uint8Array };

/** Decodes a mail. Attachments of a message that it forwards are its own. Throws MailRejected. */
export async function parseMail({ path, folder }: ParseRequest): Promise<ParsedMail> {
  const raw = await readFile(path);
  if (hasMoreLines(raw, MAX_LINES)) throw new MailRejected(`it has more than ${MAX_LINES} lines`);
  const mail = await PostalMime.parse(raw, BOUNDS).catch((error: unknown) => {
    throw new MailRejected('its parts are nested too deeply or its headers are too long', { cause: error });
  });
  const contents = contentsOf(mail);
  if (contents.length > MAX_FILES) throw new MailRejected(`it has more than ${MAX_FILES} attachments`);
  const names = uniqueNames(contents.map(({ name }) => name));
  const files: ParsedFile[] = [];
  for (const [place, { content, kind, contentType }] of contents.entries()) {
    const at = join(folder, String(place));
    await writeFile(at, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    files.push({ kind, name: names[place] ?? '', contentType, bytes: content.length, sha256, path: at });
  }
  const facts = {
    messageId: plainText(mail.messageId ?? '', MAX_TEXT) || null,
    sender: plainText(addressOf(mail.from), MAX_ADDRESS),
    subject: plainText(mail.subject ?? '', MAX_TEXT),
  };
  return { ...facts, digest: digestOf(raw, facts, files), files };
}

function hasMoreLines(raw: Buffer, max: number): boolean {
  let lines = 0;
  for (let at = raw.indexOf(10); at >= 0 && lines <= max; at = raw.indexOf(10, at + 1)) lines += 1;
  return lines > max;
}

function digestOf(
  raw: Buffer,
  facts: Pick<ParsedMail, 'messageId' | 'sender' | 'subject'>,
  files: readonly ParsedFile[],
) {
  const hash = createHash('sha256');
  if (facts.messageId === null) return hash.update(raw).digest('hex');
  const identity = [facts.messageId, facts.sender, facts.subject, files.map(({ name, sha256 }) => [name, sha256])];
  return hash.update(JSON.stringify(identity)).digest('hex');
}

const addressOf = (from: Address | undefined): string => from?.address ?? from?.group?.[0]?.address ?? '';

function contentsOf({ text = '', html = '', attachments }: Email): readonly Content[] {
  const bodies: Content[] = [
    { kind: 'text', name: 'body.txt', contentType: 'text/plain', content: Buffer.from(text) },
    { kind: 'html', name: 'body.html', contentType: 'text/html', content: Buffer.from(html) },
  ];
  const attached = attachments.map(({ filename, mimeType, content }, index): Content => {
    const contentType = plainText(mimeType, 100) || 'application/octet-stream';
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    return { kind: 'attachment', name: fileName(filename, contentType, index + 1), contentType, content: bytes };
  });
  // Attachments first: a body never takes the name of one.
  return [...attached, ...bodies.filter(({ content }) => content.length > 0)];
}
