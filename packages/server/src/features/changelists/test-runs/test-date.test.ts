import type { Schedule } from '@switchboard/model/schedule/schedule';
import { expect, test } from 'vitest';
import { newestReportDate } from './test-date.ts';

const daily: Schedule = { timezone: 'UTC', hours: [6], reportDateOffset: 1, repullDays: [3], lookbackDays: 7 };
// 2026-11-20 is a Friday.
const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`);

test.each([
  [[daily], '07:00', '2026-11-19'],
  [[daily], '05:00', '2026-11-18'],
  [[daily, { ...daily, hours: [12] }], '07:00', '2026-11-18'],
  [[daily, { ...daily, daysOfWeek: [1] }], '07:00', '2026-11-15'],
  [
    [
      { ...daily, daysOfWeek: [1] },
      { ...daily, daysOfWeek: [2] },
    ],
    '07:00',
    '2026-11-15',
  ],
  [[], '07:00', '2026-11-19'],
] as const)('%j at %s', (schedules, time, expected) => {
  expect(newestReportDate(schedules, at(time))).toBe(expected);
});
