import { describe, expect, it, onTestFinished } from 'vitest';
import { RunSlots, SupersededError, TimeLimitError } from './run-slots.ts';

const LIMITS = { perAccount: 2, all: 3 };
const LONG = 60_000;
const never = new AbortController().signal;
const person = (personId: string, accountId = 'a') => ({ accountId, personId });

/** Takes a slot until the end of the test. */
function take(slots: RunSlots, ...run: Parameters<RunSlots['take']>) {
  const taken = slots.take(...run);
  onTestFinished(() => taken?.release());
  return taken;
}

describe('slots of runs', () => {
  it('hold one run of a person: a later one ends the earlier', () => {
    const slots = new RunSlots(LIMITS);
    const first = take(slots, person('p'), never, LONG);
    const second = take(slots, person('p'), never, LONG);
    expect(first?.signal.reason).toBeInstanceOf(SupersededError);
    expect(second?.signal.aborted).toBe(false);
    // The end of the earlier run does not free the place of the later one.
    first?.release();
    expect(take(slots, person('q'), never, LONG)).not.toBeNull();
    expect(take(slots, person('r'), never, LONG)).toBeNull();
    second?.release();
    expect(take(slots, person('r'), never, LONG)).not.toBeNull();
  });

  it('hold a few runs of an account and of all', () => {
    const slots = new RunSlots(LIMITS);
    expect(take(slots, person('p'), never, LONG)).not.toBeNull();
    expect(take(slots, person('q'), never, LONG)).not.toBeNull();
    expect(take(slots, person('r'), never, LONG)).toBeNull();
    // A person may belong to several accounts.
    expect(take(slots, person('p', 'b'), never, LONG)).not.toBeNull();
    expect(take(slots, person('q', 'b'), never, LONG)).toBeNull();
    expect(take(slots, person('q'), never, LONG)).not.toBeNull();
  });

  it('leave one to a third account, whatever two others start', () => {
    const slots = new RunSlots({ perAccount: 3, all: 5 });
    const started = ['a', 'b'].flatMap((account) =>
      ['p', 'q', 'r'].map((name) => take(slots, person(name, account), never, LONG)),
    );
    expect(started.map((slot) => slot !== null)).toEqual([true, true, true, true, false, false]);
    expect(take(slots, person('p', 'c'), never, LONG)).not.toBeNull();
    // A later run of a person takes the place of the earlier one also while all are taken.
    expect(take(slots, person('p', 'a'), never, LONG)).not.toBeNull();
  });

  it('end when the caller leaves and at their time limit', async () => {
    const slots = new RunSlots(LIMITS);
    const caller = new AbortController();
    const left = take(slots, person('p'), caller.signal, LONG);
    caller.abort(new Error('left'));
    expect(left?.signal.aborted).toBe(true);
    const late = take(slots, person('q'), never, 1);
    const reason = await new Promise<unknown>((resolve) => {
      late?.signal.addEventListener('abort', () => resolve(late.signal.reason));
    });
    expect(reason).toBeInstanceOf(TimeLimitError);
  });
});
