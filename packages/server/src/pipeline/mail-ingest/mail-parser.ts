import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { MailRejected, type ParsedMail, type ParseRequest } from './parse-mail.ts';
import type { ParseReply } from './parse-process.ts';

export type MailParser = {
  /** Throws MailRejected for a mail that cannot be decoded, in time and in memory; other errors are of this machine. */
  parse(request: ParseRequest): Promise<ParsedMail>;
  stop(): Promise<void>;
};

const TIMEOUT_MS = 30_000;
const IDLE_MS = 30_000;
const HEAP_MB = 512;
const TOO_MUCH = 'it takes too much time or memory to decode';

/**
 * Decodes mails one at a time in a process of its own, so that a mail made to take long or to take much memory harms nothing else.
 * The process is started by the first mail and ends when it was idle for half a minute.
 * @param bounds milliseconds that one mail may take, and megabytes of heap
 */
export function createMailParser(bounds: { readonly timeout?: number; readonly heap?: number } = {}): MailParser {
  const { timeout = TIMEOUT_MS, heap = HEAP_MB } = bounds;
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    hold(ending);
    const over = new Promise((resolve) => ending.once('close', resolve));
    ending.kill('SIGKILL');
    await over;
  };

  async function ask(request: ParseRequest): Promise<ParseReply> {
    clearTimeout(idle);
    child ??= startChild(heap);
    const asked = child;
    hold(asked);
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
      await end();
      throw reply;
    }
    release(asked);
    idle = setTimeout(() => void end(), IDLE_MS).unref();
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
      await end();
    },
  };
}

/** Neither its environment nor its output has anything of ours, or of a mail. */
function startChild(heap: number): ChildProcess {
  const child = fork(join(import.meta.dirname, 'parse-process.ts'), {
    env: {},
    execArgv: [`--max-old-space-size=${heap}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => undefined);
  return child;
}

/** An idle process does not keep this one alive. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}
