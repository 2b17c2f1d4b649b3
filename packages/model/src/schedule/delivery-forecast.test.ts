import { describe, expect, it } from 'vitest';
import { delayText, forecastDelivery, minutesMissed } from './delivery-forecast.ts';

const MINUTE = 60_000;
const DELAYS = [10, 20, 30, 40, 200].map((minutes) => minutes * MINUTE);
/** Minutes after the data was due at which it is expected, `passed` minutes after it was due. */
const expectedAfter = (passed: number, delays = DELAYS): number | null => {
  const expected = forecastDelivery(delays, 0, passed * MINUTE)?.expected;
  return expected == null ? null : expected / MINUTE;
};

describe('the forecast of a delivery', () => {
  it.each([
    ['before the data is due', -60, 30],
    ['when the data is due', 0, 30],
    ['after the shortest has passed', 10, 35],
    ['when one took longer', 50, 200],
    ['when none took longer', 200, null],
  ])('gives the median of the delays that can still be, %s', (_when, passed, expected) => {
    expect(expectedAfter(passed)).toBe(expected);
  });

  it('does not depend on the order of the deliveries', () => {
    expect(expectedAfter(10, DELAYS.toReversed())).toBe(expectedAfter(10));
  });

  it('needs five deliveries', () => {
    expect(forecastDelivery(DELAYS.slice(1), 0, 0)).toBe(null);
    expect(forecastDelivery(DELAYS, 0, 0)).toEqual({ expected: 30 * MINUTE, deliveries: 5 });
  });
});

describe('the minutes by which a deadline is missed', () => {
  it.each([
    ['are 0 until it', 20, 20],
    ['are counted from it, rounded up', 20.5, 1],
    ['are those of now without an expected time', null, 80],
    ['are at least those of now', 40, 80],
  ])('the minutes %s', (_what, expected, minutes) => {
    const now = minutes === 80 ? 100 * MINUTE : 0;
    const forecast = { expected: expected === null ? null : expected * MINUTE, deliveries: 5 };
    expect(minutesMissed(forecast, 20 * MINUTE, now)).toBe(minutes === 20 ? 0 : minutes);
  });
});

it.each([
  [0.2, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [125, '2 h 5 min'],
  [1_440, '1 d'],
  [4_530, '3 d 3 h'],
])('a delay of %s minutes reads %s', (minutes, expected) => expect(delayText(minutes)).toBe(expected));
