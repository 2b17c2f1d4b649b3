import { expect, it } from 'vitest';
import { repeatPassing } from './repeat-passing.ts';

/** Fails as often as there are pauses that the server asks for, in seconds; then gives 'done'. */
async function repeat(asked: readonly number[], signal = new AbortController().signal) {
  const failures = asked.map((retryAfter) => Object.assign(new Error('busy'), { retryAfter }));
  const pauses: number[] = [];
  const once = async (): Promise<string> => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'done';
  };
  const pause = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    signal.throwIfAborted();
  };
  const outcome = await repeatPassing({ signal, pause }, () => true, once).catch((error: unknown) => error);
  return { outcome, pauses };
}

it('waits as long as the server asks for', async () => {
  expect(await repeat([1, 20])).toEqual({ outcome: 'done', pauses: [1_000, 20_000] });
});

it('waits longer from one try to the next when the server asks for nothing, and gives up after four', async () => {
  const { outcome, pauses } = await repeat([0, 0, 0, 0]);
  expect(outcome).toMatchObject({ message: 'busy' });
  expect(pauses).toHaveLength(3);
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(100 * 2 ** index);
    expect(pause).toBeLessThan(300 * 2 ** index);
  }
});

it('does not wait when the server asks for more than twenty seconds', async () => {
  expect(await repeat([21])).toMatchObject({ outcome: { message: 'busy' }, pauses: [] });
});
