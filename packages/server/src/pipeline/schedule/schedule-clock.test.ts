import { describe, expect, test, vi } from 'vitest';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { METRICS } from '../../observe/metrics.ts';
import {
  type ClockReading,
  judgeReading,
  MAX_CLOCK_STEP,
  startScheduleClock,
  TRUST_AFTER,
  timeAt,
} from './schedule-clock.ts';

const { database } = useDatabase();
const DAY = 86_400_000;
const START = Date.parse('2026-11-20T12:00:00Z');

describe('a reading of the database’s clock', () => {
  const first = judgeReading(null, { database: START, elapsed: 0 });

  test('a reading of the database’s clock is followed while it is set by little, or back', () => {
    for (const step of [0, 900, -900, MAX_CLOCK_STEP, -2 * DAY]) {
      const next = judgeReading(first, { database: START + 5_000 + step, elapsed: 5_000 });
      expect(timeAt(next, 6_000)).toBe(START + 6_000 + step);
      expect(next.refusedSince).toBeNull();
    }
  });

  test('a reading of the database’s clock is refused for an hour when it was set forward by days, and time goes on as before', () => {
    let state = first;
    for (let elapsed = 5_000; elapsed < TRUST_AFTER; elapsed += 60_000) {
      state = judgeReading(state, { database: START + elapsed + 2 * DAY, elapsed });
      expect(timeAt(state, elapsed)).toBe(START + elapsed);
      expect(state.refusedSince).toBe(5_000);
    }
    const elapsed = TRUST_AFTER + 5_000;
    expect(timeAt(judgeReading(state, { database: START + elapsed + 2 * DAY, elapsed }), elapsed)).toBe(
      START + elapsed + 2 * DAY,
    );
  });

  test('a reading of the database’s clock is trusted again at once when the clock is set right', () => {
    const wrong = judgeReading(first, { database: START + 2 * DAY, elapsed: 5_000 });
    const right = judgeReading(wrong, { database: START + 40_000, elapsed: 40_000 });
    expect(right).toEqual({ trusted: { database: START + 40_000, elapsed: 40_000 }, refusedSince: null });
  });

  test('a reading of the clock of a machine that slept counts the time asleep', () => {
    const awake = judgeReading(first, { database: START + DAY, elapsed: DAY });
    expect(timeAt(awake, DAY)).toBe(START + DAY);
  });
});

const refusedSeconds = async (): Promise<number | undefined> => (await METRICS.clockRefused.get()).values[0]?.value;

test('goes by the database’s clock when this machine’s is wrong', async () => {
  const right = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: right + 2 * DAY });
  const clock = await startScheduleClock({ database, onError: () => {} });
  expect(Math.abs(clock.now() - right)).toBeLessThan(60_000);
  await clock.stop();
  vi.useRealTimers();
});

test('reports a refused step once, and shows it in the metrics while it lasts', async () => {
  const errors: unknown[] = [];
  let [reads, corrected] = [0, false];
  const read = async (): Promise<ClockReading> => {
    reads += 1;
    return { database: START + (reads > 2 && !corrected ? 2 * DAY : 0), elapsed: reads };
  };
  const clock = await startScheduleClock({ database, read, interval: 1, onError: (error) => errors.push(error) });
  await expect.poll(() => reads).toBeGreaterThan(10);
  expect(await refusedSeconds()).toBeCloseTo((2 * DAY) / 1000, 0);
  corrected = true;
  await expect.poll(refusedSeconds).toBe(0);
  await clock.stop();
  expect(errors.map(String)).toEqual([
    'Error: The clock of the database was set forward by 2880 minutes. Schedules keep to the time before, and follow it after ' +
      'an hour. If it is wrong, correct the clock of the database server.',
  ]);
  expect(clock.now() - START).toBeLessThan(60_000);
});
