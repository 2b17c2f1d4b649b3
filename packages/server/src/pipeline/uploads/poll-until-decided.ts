import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@switchboard/model';

const POLL_INTERVAL_MS = 25;

/**
 * Polls until an answer is decided, at most for `LIMITS.cancelWait` milliseconds.
 * @returns the last answer
 */
export async function pollUntilDecided<Answer>(
  read: () => Promise<Answer>,
  isDecided: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = performance.now() + LIMITS.cancelWait;
  for (;;) {
    const answer = await read();
    if (isDecided(answer) || performance.now() > deadline) return answer;
    await pause(POLL_INTERVAL_MS);
  }
}
