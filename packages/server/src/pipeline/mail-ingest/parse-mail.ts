import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { MAX_DECODED, MAX_FILES } from './decode-mail.ts';
import { fileName, plainText, uniqueNames } from './file-name.ts';
import type { FrameReader } from './frame-reader.ts';

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

/** Characters of a subject, and of a Message-ID. */
const MAX_TEXT = 998;
const MAX_ADDRESS = 254;
/** Bytes of the line that describes a decoded mail. */
const MAX_REPLY = 4 * 1024 ** 2;

const Part = z.object({
  kind: z.enum(['attachment', 'text', 'html']),
  filename: z.string().nullable(),
  contentType: z.string(),
  bytes: z.int().min(0).max(MAX_DECODED),
});
/** As the program that decodes mails describes one. It has read the mail, so that its words count no more than the sender's. */
const Reply = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('parsed'),
    mail: z.object({ messageId: z.string(), sender: z.string(), subject: z.string() }),
    parts: z
      .array(Part)
      .max(MAX_FILES)
      .refine((parts) => parts.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_DECODED),
  }),
  z.object({ kind: z.literal('rejected'), reason: z.string().max(200) }),
]);

/**
 * Reads a decoded mail, and writes its files.
 * @throws MailRejected; Error where the program ends, or prints what is not a mail
 */
export async function readParsedMail(output: FrameReader, { path, folder }: ParseRequest): Promise<ParsedMail> {
  const line = await output.line(MAX_REPLY);
  const reply = Reply.parse(JSON.parse(line ?? 'null'));
  if (reply.kind === 'rejected') throw new MailRejected(plainText(reply.reason, MAX_TEXT));
  const types = reply.parts.map(({ contentType }) => plainText(contentType, 100) || 'application/octet-stream');
  const given = reply.parts.map(({ filename, kind }, place) =>
    kind === 'attachment'
      ? fileName(filename, types[place] ?? '', place + 1)
      : `body.${kind === 'text' ? 'txt' : 'html'}`,
  );
  const names = uniqueNames(given);
  const files: ParsedFile[] = [];
  for (const [place, { kind, bytes }] of reply.parts.entries()) {
    const at = join(folder, String(place));
    const sha256 = await writePart(output, bytes, at);
    files.push({ kind, name: names[place] ?? '', contentType: types[place] ?? '', bytes, sha256, path: at });
  }
  const facts = {
    messageId: plainText(reply.mail.messageId, MAX_TEXT) || null,
    sender: plainText(reply.mail.sender, MAX_ADDRESS),
    subject: plainText(reply.mail.subject, MAX_TEXT),
  };
  return { ...facts, digest: await digestOf(path, facts, files), files };
}

/** Returns the hash of the content in hex. */
async function writePart(output: FrameReader, bytes: number, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file: FileHandle = await open(path, 'w');
  try {
    for await (const piece of output.bytes(bytes)) {
      hash.update(piece);
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function digestOf(
  path: string,
  facts: Pick<ParsedMail, 'messageId' | 'sender' | 'subject'>,
  files: readonly ParsedFile[],
): Promise<string> {
  const hash = createHash('sha256');
  if (facts.messageId === null) {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  }
  const identity = [facts.messageId, facts.sender, facts.subject, files.map(({ name, sha256 }) => [name, sha256])];
  return hash.update(JSON.stringify(identity)).digest('hex');
}
