import { parentPort } from 'node:worker_threads';
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

/** The program of the thread that decodes mails: one after another, with one reply each. */
parentPort?.on('message', (request: ParseRequest) => void handle(request).then((reply) => parentPort?.postMessage(reply)));
