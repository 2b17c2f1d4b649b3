import { addDays } from '@switchboard/model/schedule/schedule';
import { expect, test } from 'vitest';
import { forecastRows } from './forecast-rows.ts';

const rowsOf = (first: string, last: string, rows: (day: string) => number): Map<string, number> => {
  const found = new Map<string, number>();
  for (let day = first; day <= last; day = addDays(day, 1)) found.set(day, rows(day));
  return found;
};
const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

test('carries a steady month on over the days that remain', () => {
  const steady = rowsOf('2026-09-01', '2026-11-19', () => 100);
  expect(forecastRows(steady, '2026-11-20')).toBe(11 * 100);
  expect(forecastRows(new Map([...steady, ['2026-11-20', 40]]), '2026-11-20')).toBe(60 + 10 * 100);
  expect(forecastRows(new Map([...steady, ['2026-11-20', 400]]), '2026-11-20')).toBe(10 * 100);
});

test('weights each day by its weekday in the last eight weeks', () => {
  const workdays = rowsOf('2026-09-01', '2026-11-19', (day) => (isWeekend(day) ? 10 : 100));
  // From Friday 20 to Monday 30: seven workdays and four days of weekends.
  expect(forecastRows(workdays, '2026-11-20')).toBe(7 * 100 + 4 * 10);
});

test('scales with the month so far', () => {
  const doubled = rowsOf('2026-09-01', '2026-11-19', (day) => (day < '2026-11-01' ? 100 : 200));
  // 19 of the 56 days had 200: weekdays had 125 or 137.5 on average, and the month brought more than they did.
  const expected = forecastRows(doubled, '2026-11-20');
  expect(expected).toBeGreaterThan(11 * 190);
  expect(expected).toBeLessThan(11 * 210);
});

test('forecasts on the first day of a month from the weeks before', () => {
  const steady = rowsOf('2026-09-01', '2026-10-31', () => 100);
  expect(forecastRows(steady, '2026-11-01')).toBe(30 * 100);
});

test('expects nothing without history, and nothing after the last day of a month is over', () => {
  expect(forecastRows(new Map(), '2026-11-20')).toBe(0);
  expect(forecastRows(new Map([['2026-11-20', 500]]), '2026-11-20')).toBe(0);
  const steady = rowsOf('2026-09-01', '2026-11-30', () => 100);
  expect(forecastRows(steady, '2026-11-30')).toBe(0);
});

test('uses days since the first rows of an account that is younger than eight weeks', () => {
  const young = rowsOf('2026-11-16', '2026-11-19', () => 100);
  expect(forecastRows(young, '2026-11-20')).toBe(11 * 100);
});
