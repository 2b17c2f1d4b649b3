import type { ChildProcess } from 'node:child_process';
import type { NumberedReply, NumberedRequest } from './check-process.ts';
import { type CheckRequest, type SenderChecks, UNKNOWN_SENDER } from './check-sender.ts';
import { createChildProgram } from './child-program.ts';

export type SenderChecker = {
  /** Never fails: what cannot be found out is `temperror`. */
  check(request: Omit<CheckRequest, 'dnsServers' | 'dnsTimeout'>): Promise<SenderChecks>;
  stop(): Promise<void>;
};

type Options = {
  /** Addresses of DNS servers; none for those of this machine. */
  readonly dnsServers: readonly string[];
  /** As in the request. */
  readonly dnsTimeout?: number;
  /** Milliseconds that a check may take; the program itself gives up sooner. */
  readonly timeout?: number;
};

const TIMEOUT_MS = 20_000;
const HEAP_MB = 256;

/** Checks the senders of mails in a process of its own. */
export function createSenderChecker({ timeout = TIMEOUT_MS, ...dns }: Options): SenderChecker {
  const program = createChildProgram('check-process.ts', HEAP_MB);
  const waiting = new Map<number, (checks: SenderChecks) => void>();
  const known = new WeakSet<ChildProcess>();
  let count = 0;

  const giveUp = (): void => {
    for (const settle of waiting.values()) settle(UNKNOWN_SENDER);
  };
  const listen = (child: ChildProcess): ChildProcess => {
    if (known.has(child)) return child;
    known.add(child);
    child.on('message', ({ number, checks }: NumberedReply) => waiting.get(number)?.(checks));
    return child.on('close', giveUp);
  };

  return {
    async check(request) {
      count += 1;
      const number = count;
      const child = listen(program.hold());
      const checks = await new Promise<SenderChecks>((resolve) => {
        // Its program hangs, and with it all checks.
        const timer = setTimeout(() => void program.end(), timeout);
        waiting.set(number, (found) => {
          clearTimeout(timer);
          waiting.delete(number);
          resolve(found);
        });
        child.send({ ...request, ...dns, number } satisfies NumberedRequest, (error) => error && giveUp());
      });
      if (waiting.size === 0) program.release();
      return checks;
    },
    stop: () => program.end(),
  };
}
