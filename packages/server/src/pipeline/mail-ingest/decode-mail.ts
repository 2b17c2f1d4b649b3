import PostalMime, { type Address, type Email } from 'postal-mime';

/** A part of a decoded mail that is kept as a file. */
export type DecodedPart = {
  readonly kind: 'attachment' | 'text' | 'html';
  /** As the mail names it; null without a name. */
  readonly filename: string | null;
  readonly contentType: string;
  readonly content: Uint8Array;
};

/** A mail as it was decoded. Its texts are the sender's. */
export type DecodedMail = {
  readonly messageId: string;
  /** The address in From; empty without one. */
  readonly sender: string;
  readonly subject: string;
  readonly parts: readonly DecodedPart[];
};

/** Why a mail cannot be decoded. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

export const MAX_FILES = 200;
/** Bytes of all files of a mail. */
export const MAX_DECODED = 256 * 1024 ** 2;
/** Each takes some hundred bytes of memory while a mail is decoded. */
const MAX_LINES = 1_000_000;
const BOUNDS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, maxRfc822NestingDepth: 5 };
/** Characters of a text of a mail. */
const MAX_TEXT = 2_000;

/** Decodes a mail. Attachments of a message that it forwards are its own. @throws Undecodable */
export async function decodeMail(raw: Buffer): Promise<DecodedMail> {
  if (hasMoreLines(raw, MAX_LINES)) throw new Undecodable(`it has more than ${MAX_LINES} lines`);
  const mail = await PostalMime.parse(raw, BOUNDS).catch((error: unknown) => {
    throw new Undecodable('its parts are nested too deeply or its headers are too long', { cause: error });
  });
  const parts = partsOf(mail);
  if (parts.length > MAX_FILES) throw new Undecodable(`it has more than ${MAX_FILES} attachments`);
  const bytes = parts.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > MAX_DECODED) throw new Undecodable(`its files have more than ${MAX_DECODED} bytes`);
  return {
    messageId: cut(mail.messageId ?? ''),
    sender: cut(addressOf(mail.from)),
    subject: cut(mail.subject ?? ''),
    parts,
  };
}

const cut = (text: string): string => text.slice(0, MAX_TEXT);

function hasMoreLines(raw: Buffer, max: number): boolean {
  let lines = 0;
  for (let at = raw.indexOf(10); at >= 0 && lines <= max; at = raw.indexOf(10, at + 1)) lines += 1;
  return lines > max;
}

const addressOf = (from: Address | undefined): string => from?.address ?? from?.group?.[0]?.address ?? '';

function partsOf({ text = '', html = '', attachments }: Email): readonly DecodedPart[] {
  const bodies: DecodedPart[] = [
    { kind: 'text', filename: 'body.txt', contentType: 'text/plain', content: Buffer.from(text) },
    { kind: 'html', filename: 'body.html', contentType: 'text/html', content: Buffer.from(html) },
  ];
  const attached = attachments.map(({ filename, mimeType, content }): DecodedPart => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    return {
      kind: 'attachment',
      filename: filename === null ? null : cut(filename),
      contentType: cut(mimeType),
      content: bytes,
    };
  });
  // Attachments first: a body never takes the name of one.
  return [...attached, ...bodies.filter(({ content }) => content.length > 0)];
}
