import { functionsOf } from './function-spec.ts';

/** Functions that make moments of numbers, take them apart, and move them between timezones. */
export const MOMENT_FUNCTIONS = functionsOf('scalar', {
  day_of_year: {
    signature: '(value: moment): integer',
    doc: 'The day of the year, 1 to 366.',
    example: 'day_of_year(date)',
  },
  iso_year: {
    signature: '(value: moment): integer',
    doc: 'The year to which the ISO week belongs.',
    example: "iso_year(date('2027-01-01'))",
  },
  day_name: {
    signature: '(value: moment): string',
    doc: 'The English name of the day of the week.',
    example: 'day_name(date)',
  },
  month_name: {
    signature: '(value: moment): string',
    doc: 'The English name of the month.',
    example: 'month_name(date)',
  },
  make_date: {
    signature: '(year: integer, month: integer, day: integer): date',
    doc: 'The date of a year from 1 to 9999, a month and a day; null when there is no such date.',
    example: 'make_date(2026, 2, 28)',
    nullable: true,
  },
  make_time: {
    signature: '(hour: integer, minute: integer, second: integer): time',
    doc: 'The time of day of an hour, a minute and a second; null when there is no such time.',
    example: 'make_time(10, 20, 30)',
    nullable: true,
  },
  make_datetime: {
    signature:
      '(year: integer, month: integer, day: integer, hour: integer, minute: integer, second: integer): datetime',
    doc: 'The datetime of its parts, with a year from 1 to 9999; null when there is no such time.',
    example: 'make_datetime(2026, 1, 31, 10, 20, 30)',
    nullable: true,
  },
  to_utc: {
    signature: '(value: datetime, timezone: zone): datetime',
    doc: 'The UTC datetime of a wall-clock time in a timezone. A time that occurs twice is the later one; one that the clocks skip counts from before they change. Null outside of the years 1 to 9999.',
    nullable: true,
    example: "to_utc(datetime('2026-07-01 12:00:00'), 'Europe/Paris')",
  },
  epoch_ms: {
    signature: '(value: datetime): integer',
    doc: 'Whole milliseconds since 1970-01-01 00:00 UTC.',
    example: 'epoch_ms(at)',
  },
  from_epoch: {
    signature: '(seconds: number): datetime',
    doc: 'The datetime of so many seconds since 1970-01-01 00:00 UTC; null outside of the years 1 to 9999.',
    example: 'from_epoch(1769854830)',
    nullable: true,
  },
  from_epoch_ms: {
    signature: '(milliseconds: integer): datetime',
    doc: 'The datetime of so many milliseconds since 1970-01-01 00:00 UTC; null outside of the years 1 to 9999.',
    example: 'from_epoch_ms(1769854830500)',
    nullable: true,
  },
});
