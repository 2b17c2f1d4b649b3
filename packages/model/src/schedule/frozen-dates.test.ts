import { expect, it } from 'vitest';
import { frozenDatesText } from './frozen-dates.ts';

it.each([
  [{ first: '2026-11-01', last: '2026-11-30' }, 'November 2026'],
  [{ first: '2024-02-01', last: '2024-02-29' }, 'February 2024'],
  [{ first: null, last: '2026-11-30' }, 'all dates up to November 2026'],
  [{ first: null, last: '2026-11-15' }, 'all dates up to Nov 15, 2026'],
  [{ first: '2026-11-03', last: '2026-11-03' }, 'Nov 3, 2026'],
  [{ first: '2026-11-01', last: '2026-11-15' }, 'Nov 1, 2026 to Nov 15, 2026'],
  [{ first: '2026-10-01', last: '2026-11-30' }, 'Oct 1, 2026 to Nov 30, 2026'],
])('%j is shown as %s', (dates, text) => {
  expect(frozenDatesText(dates)).toBe(text);
});
