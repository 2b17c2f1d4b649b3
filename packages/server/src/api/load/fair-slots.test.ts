import { afterEach, expect, it, vi } from 'vitest';
import { createFairSlots, type SlotLimits } from './fair-slots.ts';

const LIMITS = {
  all: 4,
  perGroup: 3,
  waitingPerGroup: 2,
  perCrowded: 1,
  waitingPerCrowded: 1,
  patience: 60_000,
  crowdedPatience: 60_000,
  crowdedRest: 5,
  longestRest: 250,
} as const;
afterEach(() => {
  vi.useRealTimers();
});
const limited = (limits: SlotLimits, isCrowded: (group: string) => boolean = () => false) => {
  const slots = createFairSlots(limits, isCrowded);
  return {
    tryTake: slots.take,
    take: async (group: string) => {
      const release = await slots.take(group);
      expect(release).not.toBeNull();
      return release ?? (() => undefined);
    },
  };
};

it('a group alone leaves a slot for another one, and what waits is bounded', async () => {
  const slots = limited(LIMITS);
  const running = await Promise.all([slots.take('a'), slots.take('a'), slots.take('a')]);
  const waiting = [slots.take('a'), slots.take('a')];
  expect(await slots.tryTake('a')).toBeNull();
  const other = await slots.take('b');
  other();
  for (const release of running) release();
  for (const release of await Promise.all(waiting)) release();
});

it('a free slot goes to the group that runs the fewest, whoever came first', async () => {
  const slots = limited({ ...LIMITS, all: 2, perGroup: 2 });
  const [first, second] = await Promise.all([slots.take('a'), slots.take('a')]);
  const order: string[] = [];
  const late = slots.take('a').then((release) => {
    order.push('a');
    return release;
  });
  const other = slots.take('b').then((release) => {
    order.push('b');
    return release;
  });
  first();
  (await other)();
  second();
  (await late)();
  expect(order).toEqual(['b', 'a']);
});

it('a slot that is given back twice counts once', async () => {
  const slots = limited({ ...LIMITS, all: 1, perGroup: 1 });
  const release = await slots.take('a');
  release();
  release();
  const held = await slots.take('a');
  let isTaken = false;
  const next = slots.take('b').then((free) => {
    isTaken = true;
    return free;
  });
  await Promise.resolve();
  expect(isTaken).toBe(false);
  held();
  (await next)();
});

it('a request that waits too long is refused, and its place is free', async () => {
  const slots = limited({ ...LIMITS, all: 1, perGroup: 1, patience: 1 });
  const release = await slots.take('a');
  expect(await slots.tryTake('a')).toBeNull();
  release();
  (await slots.take('a'))();
});

it('a crowded group leaves room for others before they ask', async () => {
  const slots = limited(LIMITS, (group) => group === 'a');
  const running = await slots.take('a');
  const waiting = slots.take('a');
  expect(await slots.tryTake('a')).toBeNull();
  const others = await Promise.all([slots.take('b'), slots.take('c')]);
  running();
  (await waiting)();
  for (const release of others) release();
});

it('beside others, a crowded group rests several times as long as its request ran, and then goes on', async () => {
  vi.useFakeTimers();
  const slots = limited(LIMITS, (group) => group === 'a');
  const running = await slots.take('a');
  (await slots.take('b'))();
  vi.advanceTimersByTime(20);
  running();
  let isStarted = false;
  const next = slots.take('a').then((release) => {
    isStarted = true;
    return release;
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(isStarted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  (await next)();
});

it('a crowded group alone does not rest', async () => {
  vi.useFakeTimers();
  const slots = limited(LIMITS, (group) => group === 'a');
  (await slots.take('b'))();
  vi.advanceTimersByTime(1_001);
  const running = await slots.take('a');
  vi.advanceTimersByTime(20);
  running();
  (await slots.take('a'))();
});

it('a request of a crowded group is refused sooner than another one', async () => {
  const slots = limited({ ...LIMITS, crowdedPatience: 1 }, (group) => group === 'a');
  const running = await slots.take('a');
  expect(await slots.tryTake('a')).toBeNull();
  running();
});
