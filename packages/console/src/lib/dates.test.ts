import { expect, it } from 'vitest';
import { presetOf, presetRange, usableRange } from './dates.ts';

const today = '2026-11-20';

it('includes today in its presets', () => {
  expect(presetRange('Today', today)).toEqual({ start: today, end: today });
  expect(presetRange('Yesterday', '2026-03-01')).toEqual({ start: '2026-02-28', end: '2026-02-28' });
  expect(presetRange('7 Days', today)).toEqual({ start: '2026-11-14', end: today });
  expect(presetRange('30 Days', today)).toEqual({ start: '2026-10-22', end: today });
});

it('ends a month at its last day', () => {
  expect(presetRange('3 Months', '2026-05-31').start).toBe('2026-02-28');
  expect(presetRange('6 Months', '2026-08-31').start).toBe('2026-02-28');
});

it('finds the preset of a range', () => {
  expect(presetOf({ start: '2026-11-14', end: today }, today)).toBe('7 Days');
  expect(presetOf({ start: '2026-11-13', end: today }, today)).toBeNull();
});

it('uses complete ranges only and limits a future end to today', () => {
  expect(usableRange('2026-11-01', null, today)).toBeNull();
  expect(usableRange('2026-11-01', '2027-01-01', today)).toEqual({ start: '2026-11-01', end: today });
  expect(usableRange('2026-11-10', '2026-11-01', today)).toBeNull();
  expect(usableRange('2026-12-10', '2026-12-11', today)).toBeNull();
});
