import { JoinedBlob } from './joined-blob.ts';
import { MailRejected, type ParsedMail, type ParseRequest, parseMail } from './parse-mail.ts';

export type ParseReply =
  | { readonly kind: 'parsed'; readonly mail: ParsedMail }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** The disk failed. */
  | { readonly kind: 'failed'; readonly code: string };

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';

async function handle(request: ParseRequest): Promise<ParseReply> {
  try {
    return { kind: 'parsed', mail: await parseMail(request) };
  } catch (error) {
    return error instanceof MailRejected
      ? { kind: 'rejected', reason: error.message }
      : { kind: 'failed', code: codeOf(error) };
  }
}

Object.assign(globalThis, { Blob: JoinedBlob });

/** The program that decodes mails: one after another, with one reply each. It ends when its parent is gone. */
process.on('message', (request: ParseRequest) => void handle(request).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
