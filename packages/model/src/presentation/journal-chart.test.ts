import { expect, it } from 'vitest';
import { chartDays, dayTone, hasOnlyNullDate } from './journal-chart.ts';

it('"a per-import bar chart of the last 30 days (31 bars, one per day, yyyy-MM-dd)"', {
  tags: ['spec:imports-chart', 'spec:thirty-days'],
}, () => {
  const days = chartDays('2026-03-02');
  expect(days).toHaveLength(31);
  expect(new Set(days).size).toBe(31);
  expect([days[0], days[28], days.at(-1)]).toEqual(['2026-01-31', '2026-02-28', '2026-03-02']);
});

it('"red if any failed, blue if any running, otherwise green"', { tags: 'spec:imports-chart' }, () => {
  expect(dayTone({ failed: 1, running: 1, completed: 1 })).toBe('error');
  expect(dayTone({ failed: 0, running: 1, completed: 1 })).toBe('working');
  expect(dayTone({ failed: 0, running: 0, completed: 1 })).toBe('completed');
  expect(dayTone({ failed: 0, running: 0, completed: 0 })).toBeNull();
});

it('"When only a null date exists"', { tags: 'spec:imports-without-date' }, () => {
  expect(hasOnlyNullDate([{ date: null }])).toBe(true);
  expect(hasOnlyNullDate([{ date: null }, { date: '2026-11-20' }])).toBe(false);
  expect(hasOnlyNullDate([])).toBe(false);
});
