import { describe, expect, it } from 'vitest';
import { addDays, dueRuns, instantOfLocal, localDate, nextDue, type Schedule } from './schedule.ts';

const daily: Schedule = {
  timezone: 'UTC',
  hours: [6],
  reportDateOffset: 1,
  repullDays: [],
  lookbackDays: 30,
};
const at = (text: string): number => Date.parse(text);
const shown = (schedule: Schedule, from: string, to: string): string[] =>
  dueRuns(schedule, at(from), at(to)).map(
    (run) => `${run.reportDate} at ${new Date(run.dueAt).toISOString().slice(0, 16)}`,
  );

describe('local times', () => {
  it.each([
    ['2026-11-20', 6, 'UTC', '2026-11-20T06:00:00.000Z'],
    ['2026-11-20', 6, 'America/Los_Angeles', '2026-11-20T14:00:00.000Z'],
    ['2026-07-20', 6, 'America/Los_Angeles', '2026-07-20T13:00:00.000Z'],
    ['2026-11-20', 0, 'Asia/Kathmandu', '2026-11-19T18:15:00.000Z'],
    // Clocks go forward at 2:00: 2:00 does not exist, and is taken as 3:00 of the new time.
    ['2026-03-08', 2, 'America/Los_Angeles', '2026-03-08T10:00:00.000Z'],
    // Clocks go back at 2:00: 1:00 happens twice, and is taken the first time.
    ['2026-11-01', 1, 'America/Los_Angeles', '2026-11-01T08:00:00.000Z'],
    // Midnight that does not exist.
    ['2026-04-24', 0, 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('%s %i:00 in %s is %s', (date, hour, timezone, expected) => {
    expect(new Date(instantOfLocal(date, hour, timezone)).toISOString()).toBe(expected);
  });

  it('gives the date where the schedule lives', () => {
    expect(localDate(at('2026-11-20T03:00:00Z'), 'America/Los_Angeles')).toBe('2026-11-19');
    expect(localDate(at('2026-11-20T20:00:00Z'), 'Pacific/Auckland')).toBe('2026-11-21');
  });

  it('counts days over leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});

describe('due runs', () => {
  it('a daily run is due once a day, for the day before', () => {
    expect(shown(daily, '2026-11-18T06:00:00Z', '2026-11-20T06:00:00Z')).toEqual([
      '2026-11-18 at 2026-11-19T06:00',
      '2026-11-19 at 2026-11-20T06:00',
    ]);
  });

  it('takes the end and leaves the start, so that adjoining ranges share nothing', () => {
    const whole = shown(daily, '2026-10-01T00:00:00Z', '2026-11-20T06:00:00Z');
    const first = shown(daily, '2026-10-01T00:00:00Z', '2026-11-01T06:00:00Z');
    const second = shown(daily, '2026-11-01T06:00:00Z', '2026-11-20T06:00:00Z');
    expect([...first, ...second]).toEqual(whole);
  });

  it.each([['America/Los_Angeles'], ['Africa/Cairo'], ['Australia/Lord_Howe'], ['Asia/Kathmandu']])(
    'runs each report date of two years exactly once in %s, at every hour',
    { tags: 'proof:schedule-each-date-once' },
    (timezone) => {
      for (const hour of [0, 1, 2, 3, 23]) {
        const runs = dueRuns(
          { ...daily, timezone, hours: [hour] },
          at('2026-01-05T00:00:00Z'),
          at('2028-01-05T00:00:00Z'),
        );
        const dates = runs.map((run) => run.reportDate);
        expect(new Set(dates).size).toBe(dates.length);
        expect(dates.length).toBe(730);
      }
    },
  );

  it('waits hours after the report date has ended, even more than a day', () => {
    expect(shown({ ...daily, hours: [30] }, '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')).toEqual([
      '2026-11-18 at 2026-11-20T06:00',
    ]);
  });

  it('takes the last day of a shorter month for a later one', { tags: 'proof:schedule-short-months' }, () => {
    const monthly = { ...daily, daysOfMonth: [31] };
    expect(shown(monthly, '2026-01-30T00:00:00Z', '2026-04-30T23:00:00Z').map((run) => run.slice(-16))).toEqual([
      '2026-01-31T06:00',
      '2026-02-28T06:00',
      '2026-03-31T06:00',
      '2026-04-30T06:00',
    ]);
  });

  it('runs only on the days of the week that are named', () => {
    const mondays = shown({ ...daily, daysOfWeek: [1] }, '2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z');
    expect(mondays).toEqual([
      '2026-11-01 at 2026-11-02T06:00',
      '2026-11-08 at 2026-11-09T06:00',
      '2026-11-15 at 2026-11-16T06:00',
    ]);
  });

  it('fetches past report dates again, each under a trigger of its own', { tags: 'proof:schedule-repulls' }, () => {
    const runs = dueRuns({ ...daily, repullDays: [1, 3] }, at('2026-11-19T12:00:00Z'), at('2026-11-20T12:00:00Z'));
    expect(runs.map((run) => run.reportDate)).toEqual(['2026-11-16', '2026-11-18', '2026-11-19']);
    expect(new Set(runs.map((run) => run.trigger)).size).toBe(3);
  });

  it('finds the next run, also when it is months away', () => {
    const yearly = { ...daily, daysOfMonth: [29], daysOfWeek: [0] };
    expect(nextDue(daily, at('2026-11-20T06:00:00Z'))).toBe(at('2026-11-21T06:00:00Z'));
    expect(new Date(nextDue(yearly, at('2026-11-30T06:00:00Z')) ?? 0).toISOString()).toBe('2027-08-29T06:00:00.000Z');
    // Sunday the 1st: none for 14 months.
    const rare = { ...daily, daysOfMonth: [1], daysOfWeek: [0] };
    expect(new Date(nextDue(rare, at('2027-08-01T06:00:00Z')) ?? 0).toISOString()).toBe('2028-10-01T06:00:00.000Z');
  });
});
