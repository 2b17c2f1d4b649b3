import { expect, it } from 'vitest';
import { describeDay, minutesText, rowsText } from './preview-days.ts';

const expected = (patch: object = {}) => ({ rows: 1200, minutes: 2.4, unknown: 0, ...patch });

it.each([
  [{}, '1.2k rows', '2 min'],
  [{ rows: 90, minutes: 0.2 }, '90 rows', 'under 1 min'],
  [{ minutes: 120 }, '1.2k rows', '2 h'],
  [{ minutes: 185.4, unknown: 1 }, '1.2k rows and more', '3 h 5 min'],
  [{ rows: null, minutes: null, unknown: 2 }, 'rows unknown', 'minutes unknown'],
])('says what a day is expected to take: %o', (patch, rows, minutes) => {
  expect(rowsText(expected(patch))).toBe(rows);
  expect(minutesText(expected(patch))).toBe(minutes);
});

it('describes a day with its outcomes, and what runs', () => {
  const day = { date: '2026-11-18', create: 1, delivered: 2, skip: 1, conflict: 0 };
  expect(describeDay({ ...day, expected: expected() })).toBe('1 create, 2 already good, 1 skip; 1,200 rows, 2 min');
  const idle = { ...day, create: 0, delivered: 0, expected: expected({ rows: null, minutes: 0 }) };
  expect(describeDay(idle)).toBe('1 skip');
});
