import { LIMITS } from '@switchboard/model/limits';
import { expect, it } from 'vitest';
import { pollUntilDecided } from './poll-until-decided.ts';

/** A clock that moves by each pause alone. */
function steppedClock() {
  let time = 1_000;
  const clock = {
    now: () => time,
    pause: async (milliseconds: number) => {
      time += milliseconds;
    },
  };
  return { clock, passed: () => time - 1_000 };
}

it('polls for as long as a cancel may take, and gives the last answer', async () => {
  const { clock, passed } = steppedClock();
  let polls = 0;
  const read = async () => {
    polls += 1;
    return polls;
  };
  expect(await pollUntilDecided(read, () => false, clock)).toBe(polls);
  expect(passed()).toBeGreaterThan(LIMITS.cancelWait);
  expect(passed()).toBeLessThanOrEqual(LIMITS.cancelWait + 25);
});

it('ends with the first answer that is decided', async () => {
  const { clock, passed } = steppedClock();
  const answers = ['undecided', 'undecided', 'finished', 'never read'];
  const read = async () => answers.shift() ?? '';
  expect(await pollUntilDecided(read, (answer) => answer === 'finished', clock)).toBe('finished');
  expect([passed(), answers]).toEqual([50, ['never read']]);
});
