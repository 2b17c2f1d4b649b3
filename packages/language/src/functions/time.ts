import type { ColumnType } from '@switchboard/model/schema';
import type { Typed } from '../typed/typed.ts';
import { functionsOf } from './function-spec.ts';

/** Units of date arithmetic; those before `hour` keep a date a date. */
export const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
const WHOLE_DAYS = new Set(['year', 'quarter', 'month', 'week', 'day']);

function shiftedType(args: readonly Typed[]): ColumnType {
  const unit = args[2];
  const whole = unit === undefined || (unit.kind === 'constant' && WHOLE_DAYS.has(String(unit.value)));
  return args[0]?.type.kind === 'date' && whole ? { kind: 'date' } : { kind: 'datetime' };
}

function truncatedType(args: readonly Typed[]): ColumnType {
  return args[0]?.type.kind === 'date' ? { kind: 'date' } : { kind: 'datetime' };
}

/** Functions that return a part of a time as an integer. @param docs their descriptions by name */
function partsOf(type: string, argument: string, docs: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(docs).map(([name, doc]) => [
      name,
      { signature: `(value: ${type}): integer`, doc, example: `${name}(${argument})` },
    ]),
  );
}

/** Functions on dates and datetimes. All datetimes are UTC. */
export const TIME_FUNCTIONS = functionsOf('scalar', {
  date: {
    converts: true,
    signature: '(value: any): date',
    doc: 'The value as a date, the day of a datetime; null when it is none.',
    example: "date('2026-01-31')",
    nullable: true,
  },
  datetime: {
    converts: true,
    signature: '(value: any): datetime',
    doc: 'The value as a datetime, converted to UTC when it has an offset; null when it is none.',
    example: "datetime('2026-01-31 10:00:00')",
    nullable: true,
  },
  ...partsOf('moment', 'date', {
    year: 'The year.',
    quarter: 'The quarter, 1 to 4.',
    month: 'The month, 1 to 12.',
    week: 'The ISO week, 1 to 53.',
    day: 'The day of the month, 1 to 31.',
    day_of_week: 'The day of the week, Sunday 0 to Saturday 6.',
  }),
  ...partsOf('clock', 'at', {
    hour: 'The hour, 0 to 23.',
    minute: 'The minute, 0 to 59.',
    second: 'The second, 0 to 59.',
  }),
  date_add: {
    signature: '(value: moment, amount: integer, unit?: unit): moment',
    doc: 'The date some units later, days if no unit is given; null outside of the years 1 to 9999.',
    nullable: true,
    example: "date_add(date, 1, 'month')",
    result: shiftedType,
  },
  date_sub: {
    signature: '(value: moment, amount: integer, unit?: unit): moment',
    doc: 'The date some units earlier, days if no unit is given; null outside of the years 1 to 9999.',
    nullable: true,
    example: 'date_sub(date, 7)',
    result: shiftedType,
  },
  date_diff: {
    signature: '(from: moment, to: moment, unit?: unit): integer',
    doc: 'How many starts of a unit lie from one date to a later one, days if no unit is given. Weeks start on Monday.',
    example: "date_diff(date, today(), 'day')",
  },
  date_trunc: {
    signature: '(value: moment, unit: unit): moment',
    doc: 'The start of the unit in which the date lies.',
    example: "date_trunc(date, 'month')",
    result: truncatedType,
  },
  last_day: {
    signature: '(value: moment): date',
    doc: 'The last day of the month in which the date lies.',
    example: 'last_day(date)',
  },
  format_date: {
    signature: '(value: moment, format: format): string',
    doc: 'The date as a text.',
    example: "format_date(date, 'dd/MM/YYYY')",
  },
  parse_date: {
    signature: '(text: string, format: format): date',
    doc: 'The date that a text gives; null when it does not fit the format.',
    example: "parse_date('31/01/2026', 'dd/MM/YYYY')",
    nullable: true,
  },
  parse_datetime: {
    signature: '(text: string, format: format): datetime',
    doc: 'The datetime that a text gives; null when it does not fit the format.',
    example: "parse_datetime('31/01/2026 10:30', 'dd/MM/YYYY HH:mm')",
    nullable: true,
  },
  to_timezone: {
    signature: '(value: datetime, timezone: zone): datetime',
    doc: 'The wall-clock time in a timezone at a UTC datetime; null outside of the years 1 to 9999.',
    nullable: true,
    example: "to_timezone(now(), 'Europe/Paris')",
  },
  today: {
    signature: '(): date',
    doc: 'The report date of the flow, the same for a whole flow and its re-runs; without a report date, the day of now().',
    example: 'today()',
    nullable: false,
  },
  now: {
    signature: '(): datetime',
    doc: 'The last microsecond of the report date in UTC, the same for a whole flow and its re-runs; without a report date, the time of the run.',
    example: 'now()',
    nullable: false,
  },
  epoch: {
    signature: '(value: datetime): integer',
    doc: 'Whole seconds since 1970-01-01 00:00 UTC.',
    example: 'epoch(now())',
  },
});
