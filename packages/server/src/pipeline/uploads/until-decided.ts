import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@switchboard/model';

const LOOK_AGAIN = 25;

/**
 * Asks again and again whether something is decided, for as long as somebody who cancels is kept waiting.
 * @returns the last answer
 */
export async function untilDecided<Answer>(
  ask: () => Promise<Answer>,
  isDecided: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = performance.now() + LIMITS.cancelWait;
  for (;;) {
    const answer = await ask();
    if (isDecided(answer) || performance.now() > deadline) return answer;
    await pause(LOOK_AGAIN);
  }
}
