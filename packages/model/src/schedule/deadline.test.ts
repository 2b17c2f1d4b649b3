import { describe, expect, it } from 'vitest';
import { datesDue, lastDeadline, nextDeadline } from './deadline.ts';
import type { Schedule } from './schedule.ts';

const at = (text: string): number => Date.parse(text);
const shown = (instant: number): string => new Date(instant).toISOString();
const daily = (hour: number, more: Partial<Schedule> = {}): Schedule => ({
  timezone: 'UTC',
  hours: [hour],
  reportDateOffset: 1,
  repullDays: [],
  lookbackDays: 7,
  ...more,
});

describe('the next deadline', () => {
  it.each([
    ['later on the same day', '09:30', 'UTC', '2026-11-20T08:00:00Z', '2026-11-20T09:30:00.000Z'],
    ['at that very instant the next day', '09:30', 'UTC', '2026-11-20T09:30:00Z', '2026-11-21T09:30:00.000Z'],
    ['on the local day', '07:00', 'Asia/Tokyo', '2026-11-20T21:59:00Z', '2026-11-20T22:00:00.000Z'],
    [
      'when clocks go back, the first time',
      '01:30',
      'America/New_York',
      '2026-11-01T04:00:00Z',
      '2026-11-01T05:30:00.000Z',
    ],
    [
      'when the hour is left out, after it',
      '02:30',
      'Europe/Paris',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
  ])('the next deadline is %s', (_what, time, timezone, after, expected) => {
    expect(shown(nextDeadline({ time, timezone }, at(after)))).toBe(expected);
  });
});

describe('the last deadline', () => {
  it.each([
    ['earlier on the same day', '09:30', 'UTC', '2026-11-20T10:00:00Z', '2026-11-20', '2026-11-20T09:30:00.000Z'],
    ['at that very instant', '09:30', 'UTC', '2026-11-20T09:30:00Z', '2026-11-20', '2026-11-20T09:30:00.000Z'],
    ['on the day before', '09:30', 'UTC', '2026-11-20T09:29:59Z', '2026-11-19', '2026-11-19T09:30:00.000Z'],
    ['on the local day', '07:00', 'Asia/Tokyo', '2026-11-20T22:00:00Z', '2026-11-21', '2026-11-20T22:00:00.000Z'],
    ['the first of two', '01:30', 'America/New_York', '2026-11-01T06:45:00Z', '2026-11-01', '2026-11-01T05:30:00.000Z'],
  ])('the last deadline is %s', (_what, time, timezone, before, day, expected) => {
    const { day: found, at: instant } = lastDeadline({ time, timezone }, at(before));
    expect([found, shown(instant)]).toEqual([day, expected]);
  });
});

describe('the report dates due in a time', () => {
  it('the report dates due in a time are those of its days, with its start and without its end', () => {
    expect(datesDue([daily(6)], at('2026-11-18T06:00:00Z'), at('2026-11-20T06:00:00Z'))).toEqual([
      { reportDate: '2026-11-17', dueAt: at('2026-11-18T06:00:00Z') },
      { reportDate: '2026-11-18', dueAt: at('2026-11-19T06:00:00Z') },
    ]);
  });

  it.each([
    ['UTC', '2026-11-18T06:00:00Z'],
    // Clocks change on 2026-10-25 and 2026-03-29.
    ['Europe/Paris', '2026-10-24T04:00:00Z'],
    ['Europe/Paris', '2026-03-28T05:00:00Z'],
  ])(
    'each belong to the deadline after they were due, once, also where that is the hour of their runs (%s)',
    (timezone, start) => {
      let from = at(start);
      for (let days = 0; days < 3; days += 1) {
        const deadline = nextDeadline({ time: '06:00', timezone }, from);
        const due = datesDue([daily(6, { timezone })], from, deadline);
        expect(due.map(({ dueAt }) => shown(dueAt))).toEqual([shown(from)]);
        from = deadline;
      }
    },
  );

  it('the report dates due in a time are complete with the last source', () => {
    const late = daily(6, { reportDateOffset: 3 });
    expect(datesDue([daily(6), late], at('2026-11-20T00:00:00Z'), at('2026-11-20T09:00:00Z'))).toEqual([
      { reportDate: '2026-11-17', dueAt: at('2026-11-20T06:00:00Z') },
    ]);
  });

  it('the report dates due in a time are none where a source has no such date', () => {
    const mondays = daily(6, { daysOfWeek: [1] });
    // 2026-11-20 is a Friday.
    expect(datesDue([daily(6), mondays], at('2026-11-19T12:00:00Z'), at('2026-11-20T12:00:00Z'))).toEqual([]);
  });

  it('count from the first of several times, and not from fetching again', () => {
    const often = { ...daily(6), hours: [6, 12, 18], repullDays: [1, 2] };
    expect(datesDue([often], at('2026-11-20T09:00:00Z'), at('2026-11-20T20:00:00Z'))).toEqual([]);
    expect(datesDue([often], at('2026-11-20T05:00:00Z'), at('2026-11-20T20:00:00Z'))).toEqual([
      { reportDate: '2026-11-19', dueAt: at('2026-11-20T06:00:00Z') },
    ]);
  });

  it('the report dates due in a time are none without a source', () => {
    expect(datesDue([], 0, at('2026-11-20T20:00:00Z'))).toEqual([]);
  });
});
