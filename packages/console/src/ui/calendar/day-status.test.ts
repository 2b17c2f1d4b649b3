import { expect, it } from 'vitest';
import { type DayStatuses, describeDay, statusesWithin } from './day-status.ts';

const STATUSES: DayStatuses = new Map([
  ['2026-11-20', { tone: 'completed', text: '2 completed' }],
  ['2026-10-31', { tone: 'error', text: '1 failed' }],
  ['2026-11-03', { tone: 'warning', text: '1 completed, 3 dirty rows' }],
]);

it('lists the days of a month in the order of time', () => {
  expect(statusesWithin(STATUSES, '2026-11').map(([day]) => day)).toEqual(['2026-11-03', '2026-11-20']);
});

it('describes a day with and without runs', () => {
  expect(describeDay(STATUSES, '2026-11-20')).toBe('2026-11-20: 2 completed');
  expect(describeDay(STATUSES, '2026-11-21')).toBe('2026-11-21: no runs');
});
