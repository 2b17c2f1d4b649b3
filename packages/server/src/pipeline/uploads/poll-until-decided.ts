import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@switchboard/model/limits';

const POLL_INTERVAL_MS = 25;

/** How time passes between polls. */
export type PollClock = { readonly now: () => number; readonly pause: (milliseconds: number) => Promise<unknown> };

/**
 * Polls until an answer is decided, at most for `LIMITS.cancelWait` milliseconds.
 * @returns the last answer
 */
export async function pollUntilDecided<Answer>(
  read: () => Promise<Answer>,
  isDecided: (answer: Answer) => boolean,
  clock: PollClock = { now: () => performance.now(), pause },
): Promise<Answer> {
  const deadline = clock.now() + LIMITS.cancelWait;
  for (;;) {
    const answer = await read();
    if (isDecided(answer) || clock.now() > deadline) return answer;
    await clock.pause(POLL_INTERVAL_MS);
  }
}
