import { describe, expect, it } from 'vitest';
import { dueRuns, type Schedule } from './schedule.ts';

/**
 * An oracle that shares nothing with the code under test: it walks the clock minute by minute, as a clerk would who checks
 * at the local wall clock and notes when each hour comes for the first time.
 */
const MINUTE = 60_000;
const DAY = 86_400_000;
const walks = new Map<string, ReadonlyMap<number, number>>();

/** Local wall time of each minute, as if it were UTC, with the instant at which it first comes; skipped times moved on. */
function firstInstants(timezone: string, from: number, to: number): ReadonlyMap<number, number> {
  const id = `${timezone} ${from} ${to}`;
  const known = walks.get(id);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  const first = new Map<number, number>();
  let before: number | undefined;
  for (let instant = from; instant <= to; instant += MINUTE) {
    const wall = Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`);
    if (!first.has(wall)) first.set(wall, instant);
    if (before !== undefined)
      for (let left = before + MINUTE; left < wall; left += MINUTE) first.set(left, instant + left - before - MINUTE);
    before = wall;
  }
  walks.set(id, first);
  return first;
}

function lastDayOfMonth(day: Date): number {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const year = day.getUTCFullYear();
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day.getUTCMonth() === 1 && leap ? 29 : (lengths[day.getUTCMonth()] ?? 0);
}

function expectedRuns(schedule: Schedule, from: number, to: number): string[] {
  const first = firstInstants(schedule.timezone, from - 6 * DAY, to + 2 * DAY);
  const found = new Set<string>();
  for (let day = Math.floor(from / DAY) * DAY - 5 * DAY; day <= to + 2 * DAY; day += DAY) {
    const date = new Date(day);
    const weekday = date.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
    const index = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(weekday);
    if (schedule.daysOfWeek && !schedule.daysOfWeek.includes(index)) continue;
    const number = Number(date.toISOString().slice(8, 10));
    const isLast = number === lastDayOfMonth(date);
    if (
      schedule.daysOfMonth &&
      !schedule.daysOfMonth.includes(number) &&
      !(isLast && schedule.daysOfMonth.includes(31))
    )
      continue;
    for (const hour of schedule.hours) {
      const instant = first.get(day + hour * 60 * MINUTE);
      if (instant === undefined || instant <= from || instant > to) continue;
      for (const back of [0, ...schedule.repullDays]) {
        const reportDate = new Date(day - (schedule.reportDateOffset + back) * DAY).toISOString().slice(0, 10);
        found.add(`${new Date(instant).toISOString().slice(0, 16)} ${reportDate} ${back}`);
      }
    }
  }
  return [...found].sort();
}

function actualRuns(schedule: Schedule, from: number, to: number): string[] {
  return dueRuns(schedule, from, to)
    .map((run) => {
      const repull = / repull (\d+)$/.exec(run.trigger)?.[1] ?? '0';
      return `${new Date(run.dueAt).toISOString().slice(0, 16)} ${run.reportDate} ${repull}`;
    })
    .sort();
}

const every = (step: number): number[] => Array.from({ length: Math.ceil(24 / step) }, (_, index) => index * step);
const daily: Schedule = { timezone: 'UTC', hours: [6], reportDateOffset: 1, repullDays: [], lookbackDays: 30 };

/** Each parameter of a schedule, alone and together. */
const SCHEDULES: readonly (readonly [string, Partial<Schedule>])[] = [
  ['the default', {}],
  ['every hour', { hours: every(1) }],
  ['every 5 hours', { hours: every(5) }],
  ['at midnight, 1, 2 and 3', { hours: [0, 1, 2, 3] }],
  ['at 23', { hours: [23] }],
  ['a delay of 26 hours', { hours: [26] }],
  ['a delay of 49 hours', { hours: [49] }],
  ['a delay of 72 hours', { hours: [72] }],
  ['on Sundays and Wednesdays', { daysOfWeek: [0, 3], hours: [2] }],
  ['on the 1st, 29th and last', { daysOfMonth: [1, 29, 31], hours: [0] }],
  ['with repulls', { repullDays: [1, 3, 30], hours: [1, 13] }],
];

/** Where clocks do something, and where months and years end. */
const SPANS: readonly (readonly [string, string, string, string])[] = [
  ['spring in Los Angeles', 'America/Los_Angeles', '2026-03-06', '2026-03-11'],
  ['autumn in Los Angeles', 'America/Los_Angeles', '2026-10-30', '2026-11-04'],
  ['spring in Berlin', 'Europe/Berlin', '2026-03-27', '2026-04-01'],
  ['autumn in Berlin', 'Europe/Berlin', '2026-10-23', '2026-11-01'],
  ['half an hour forward on Lord Howe', 'Australia/Lord_Howe', '2026-10-02', '2026-10-06'],
  ['half an hour back on Lord Howe', 'Australia/Lord_Howe', '2026-04-03', '2026-04-07'],
  ['no midnight in Cairo', 'Africa/Cairo', '2026-04-22', '2026-04-26'],
  ['midnight twice in Cairo', 'Africa/Cairo', '2026-10-28', '2026-11-01'],
  ['no midnight in Beirut', 'Asia/Beirut', '2026-03-27', '2026-03-31'],
  ['no midnight in Santiago', 'America/Santiago', '2026-09-04', '2026-09-08'],
  ['two hours forward at Troll', 'Antarctica/Troll', '2026-03-27', '2026-03-31'],
  ['two hours back at Troll', 'Antarctica/Troll', '2026-10-23', '2026-10-27'],
  ['a date that Samoa left out', 'Pacific/Apia', '2011-12-28', '2012-01-02'],
  ['a date that Tokelau left out', 'Pacific/Fakaofo', '2011-12-28', '2012-01-02'],
  ['quarter hours in Kathmandu', 'Asia/Kathmandu', '2026-02-26', '2026-03-03'],
  ['quarter hours and summer on Chatham', 'Pacific/Chatham', '2026-09-25', '2026-09-29'],
  ['the first zone of the day', 'Pacific/Kiritimati', '2026-12-29', '2027-01-03'],
  ['the last zone of the day', 'Etc/GMT+12', '2026-12-29', '2027-01-03'],
  ['winter time that Dublin calls standard', 'Europe/Dublin', '2026-10-23', '2026-10-28'],
  ['the fast of Morocco', 'Africa/Casablanca', '2026-02-13', '2026-02-17'],
  ['a leap day', 'Asia/Tokyo', '2028-02-26', '2028-03-03'],
  ['February of a common year', 'America/St_Johns', '2027-02-25', '2027-03-03'],
  ['no leap day in 2100', 'UTC', '2100-02-26', '2100-03-03'],
];

describe('schedules, against a walk of the wall clock', () => {
  const cases = SPANS.flatMap(([when, timezone, from, to]) =>
    SCHEDULES.map(([what, more]) => [when, what, timezone, from, to, more] as const),
  );
  it('the compared schedules are more than 200', () => expect(cases.length).toBeGreaterThan(200));
  it.each(cases)('runs as the wall clock says: %s: %s', (_when, _what, timezone, from, to, more) => {
    const schedule = { ...daily, ...more, timezone };
    const span = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)] as const;
    const expected = expectedRuns(schedule, ...span);
    expect(actualRuns(schedule, ...span)).toEqual(expected);
    // Polling often finds what polling once does.
    const pieces: string[] = [];
    for (let at = span[0]; at < span[1]; at += 43 * 3_600_000)
      pieces.push(...actualRuns(schedule, at, Math.min(at + 43 * 3_600_000, span[1])));
    expect(pieces.sort()).toEqual(expected);
  });
});

describe('schedules, worked out by hand', () => {
  it.each<[string, Partial<Schedule>, string, string, string[]]>([
    [
      'summer time begins: 2:00 runs at 3:00',
      { timezone: 'America/New_York', hours: [2] },
      '2026-03-07T12:00Z',
      '2026-03-09T12:00Z',
      ['2026-03-08T07:00 2026-03-07 0', '2026-03-09T06:00 2026-03-08 0'],
    ],
    [
      'summer time begins: 2:00 and 3:00 are one run',
      { timezone: 'America/New_York', hours: [2, 3] },
      '2026-03-08T00:00Z',
      '2026-03-08T12:00Z',
      ['2026-03-08T07:00 2026-03-07 0'],
    ],
    [
      'summer time ends: 1:30 comes twice, 1:00 runs once',
      { timezone: 'America/New_York', hours: [1] },
      '2026-11-01T00:00Z',
      '2026-11-01T12:00Z',
      ['2026-11-01T05:00 2026-10-31 0'],
    ],
    [
      'Lord Howe goes half an hour forward: 2:00 runs at 2:30',
      { timezone: 'Australia/Lord_Howe', hours: [2] },
      '2026-10-03T00:00Z',
      '2026-10-04T12:00Z',
      ['2026-10-03T15:30 2026-10-03 0'],
    ],
    [
      'Samoa has no 30 December 2011: what was due on it runs a day later',
      { timezone: 'Pacific/Apia', hours: [6] },
      '2011-12-29T00:00Z',
      '2012-01-01T00:00Z',
      [
        '2011-12-29T16:00 2011-12-28 0',
        '2011-12-30T16:00 2011-12-29 0',
        '2011-12-30T16:00 2011-12-30 0',
        '2011-12-31T16:00 2011-12-31 0',
      ],
    ],
    [
      'three days of delay',
      { hours: [72] },
      '2026-11-19T12:00Z',
      '2026-11-21T12:00Z',
      ['2026-11-20T00:00 2026-11-16 0', '2026-11-21T00:00 2026-11-17 0'],
    ],
    [
      'three days of delay over the end of summer time',
      { timezone: 'Europe/Berlin', hours: [72] },
      '2026-10-27T12:00Z',
      '2026-10-28T12:00Z',
      ['2026-10-27T23:00 2026-10-24 0'],
    ],
    [
      'the last day of each month of a leap year',
      { daysOfMonth: [31] },
      '2028-01-30T00:00Z',
      '2028-05-01T00:00Z',
      [
        '2028-01-31T06:00 2028-01-30 0',
        '2028-02-29T06:00 2028-02-28 0',
        '2028-03-31T06:00 2028-03-30 0',
        '2028-04-30T06:00 2028-04-29 0',
      ],
    ],
    [
      'the 30th is not the last day of February',
      { daysOfMonth: [30] },
      '2026-01-31T00:00Z',
      '2026-04-01T00:00Z',
      ['2026-03-30T06:00 2026-03-29 0'],
    ],
    [
      'both the 28th and the 31st: once in a February of 28 days',
      { daysOfMonth: [28, 31] },
      '2026-02-01T00:00Z',
      '2026-03-01T00:00Z',
      ['2026-02-28T06:00 2026-02-27 0'],
    ],
    [
      'a day of the week and of the month must both fit',
      { daysOfMonth: [13], daysOfWeek: [5] },
      '2026-01-01T00:00Z',
      '2026-12-31T00:00Z',
      ['2026-02-13T06:00 2026-02-12 0', '2026-03-13T06:00 2026-03-12 0', '2026-11-13T06:00 2026-11-12 0'],
    ],
    [
      'the end is part of the span, the start is not',
      {},
      '2026-11-20T06:00Z',
      '2026-11-21T06:00Z',
      ['2026-11-21T06:00 2026-11-20 0'],
    ],
    ['an empty span', {}, '2026-11-20T06:00Z', '2026-11-20T06:00Z', []],
    ['a span that ends before it begins', {}, '2026-11-21T06:00Z', '2026-11-20T06:00Z', []],
    ['no hours', { hours: [] }, '2026-11-01T00:00Z', '2026-11-20T06:00Z', []],
  ])('runs at the times worked out by hand: %s', { tags: 'proof:schedule-examples' }, (_, more, from, to, expected) => {
    expect(actualRuns({ ...daily, ...more }, Date.parse(from), Date.parse(to))).toEqual(expected);
  });
});
