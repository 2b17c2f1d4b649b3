import { expect, it } from 'vitest';
import { describeScheduling, joinRanges, type Scheduling } from './describe-scheduling.ts';

const NONE: Scheduling = {
  period_hours: null,
  hour_of_day: [],
  day_of_week: [],
  day_of_month: [],
  delay_hours: null,
  timezone: 'UTC',
  repull_days: [],
};

it.each([
  [[], ''],
  [[6], '6'],
  [[1, 2], '1, 2'],
  [[1, 2, 3, 7, 14, 15], '1-3, 7, 14, 15'],
] as const)('joins %j', (numbers, expected) => {
  expect(joinRanges(numbers)).toBe(expected);
});

it('names the parameters that have a value', { tags: 'spec:source-report' }, () => {
  expect(describeScheduling(NONE)).toEqual([['timezone', 'UTC']]);
  expect(
    describeScheduling({
      period_hours: 6,
      hour_of_day: [6, 18],
      day_of_week: ['monday', 'friday'],
      day_of_month: [1],
      delay_hours: 3,
      timezone: 'Europe/Berlin',
      repull_days: [1, 2, 3],
    }),
  ).toEqual([
    ['period_hours', '6'],
    ['hour_of_day', '6, 18'],
    ['day_of_week', 'monday, friday'],
    ['day_of_month', '1'],
    ['delay_hours', '3'],
    ['timezone', 'Europe/Berlin'],
    ['repull_days', '1-3'],
  ]);
});
