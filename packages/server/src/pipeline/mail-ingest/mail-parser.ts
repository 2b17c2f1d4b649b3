import { createChildProgram } from './child-program.ts';
import { MailRejected, type ParsedMail, type ParseRequest } from './parse-mail.ts';
import type { ParseReply } from './parse-process.ts';

export type MailParser = {
  /** Throws MailRejected for a mail that cannot be decoded, in time and in memory; other errors are of this machine. */
  parse(request: ParseRequest): Promise<ParsedMail>;
  stop(): Promise<void>;
};

const TIMEOUT_MS = 30_000;
const HEAP_MB = 512;
const TOO_MUCH = 'it takes too much time or memory to decode';

/**
 * Decodes mails one at a time in a process of its own, so that a mail made to take long or to take much memory harms nothing else.
 * @param bounds milliseconds that one mail may take, and megabytes of heap
 */
export function createMailParser(bounds: { readonly timeout?: number; readonly heap?: number } = {}): MailParser {
  const { timeout = TIMEOUT_MS, heap = HEAP_MB } = bounds;
  const program = createChildProgram('parse-process.ts', heap);
  let last: Promise<unknown> = Promise.resolve();

  async function ask(request: ParseRequest): Promise<ParseReply> {
    const asked = program.hold();
    const reply = await new Promise<ParseReply | Error>((resolve) => {
      const timer = setTimeout(() => settle(new MailRejected(TOO_MUCH)), timeout);
      const settle = (given: ParseReply | Error): void => {
        clearTimeout(timer);
        asked.off('message', settle).off('close', onClose);
        resolve(given);
      };
      // Out of memory.
      const onClose = (): void => settle(new MailRejected(TOO_MUCH));
      asked.on('message', settle).on('close', onClose);
      asked.send(request, (error) => (error === null ? undefined : settle(error)));
    });
    if (reply instanceof Error) {
      await program.end();
      throw reply;
    }
    program.release();
    return reply;
  }

  return {
    async parse(request) {
      const asking = last.then(() => ask(request));
      last = asking.catch(() => undefined);
      const reply = await asking;
      if (reply.kind === 'rejected') throw new MailRejected(reply.reason);
      if (reply.kind === 'failed') throw new Error(`Decoding a mail failed (${reply.code}).`);
      return reply.mail;
    },
    async stop() {
      await last;
      await program.end();
    },
  };
}
