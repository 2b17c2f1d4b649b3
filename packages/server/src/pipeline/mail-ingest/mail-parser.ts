import { Worker } from 'node:worker_threads';
import { MailRejected, type ParsedMail, type ParseRequest } from './parse-mail.ts';
import type { ParseReply } from './parse-thread.ts';

export type MailParser = {
  /** Throws MailRejected for a mail that cannot be decoded in time or in memory. */
  parse(request: ParseRequest): Promise<ParsedMail>;
  stop(): Promise<void>;
};

const TIMEOUT_MS = 30_000;
const IDLE_MS = 30_000;
const HEAP_MB = 256;
const TOO_MUCH = 'it takes too much time or memory to decode';

/**
 * Decodes mails one at a time in a thread of its own, so that a mail made to take long delays no request of this process. The thread
 * is started by the first mail and ends when it was idle for half a minute.
 * @param timeout milliseconds that one mail may take
 */
export function createMailParser(timeout = TIMEOUT_MS): MailParser {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };

  async function ask(request: ParseRequest): Promise<ParseReply> {
    clearTimeout(idle);
    thread ??= startThread();
    const asked = thread;
    asked.ref();
    try {
      return await new Promise<ParseReply>((resolve, reject) => {
        const timer = setTimeout(() => settle(null), timeout);
        const settle = (reply: ParseReply | null): void => {
          clearTimeout(timer);
          asked.off('message', settle).off('exit', onExit);
          if (reply === null) reject(new MailRejected(TOO_MUCH));
          else resolve(reply);
        };
        // Out of memory.
        const onExit = (): void => settle(null);
        asked.on('message', settle).on('exit', onExit);
        asked.postMessage(request);
      });
    } catch (error) {
      await end();
      throw error;
    } finally {
      asked.unref();
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  }

  const startThread = (): Worker => {
    const started = new Worker(new URL('./parse-thread.ts', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // It exits, too.
    started.on('error', () => undefined);
    return started;
  };

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
      await end();
    },
  };
}
