import { expect, it } from 'vitest';
import { longDuration, relativeTime, shortDuration } from './relative-time.ts';

it('uses the largest whole unit', () => {
  expect(shortDuration(999)).toBe('0 s');
  expect(shortDuration(59_999)).toBe('59 s');
  expect(shortDuration(3_600_000)).toBe('1 h');
  expect(shortDuration(200_000_000)).toBe('2 d');
});

it('adds the next unit to a long duration', () => {
  expect(longDuration(3_840_000)).toBe('1 h 4 min');
  expect(longDuration(60_000)).toBe('1 min');
  expect(longDuration(31_600)).toBe('32 s');
  expect(longDuration(-5)).toBe('0 s');
});

it('formats past and future times', () => {
  expect(relativeTime(0, 4000)).toBe('4 s ago');
  expect(relativeTime(40_000, 0)).toBe('in 40 s');
  expect(relativeTime(500, 0)).toBe('now');
});
