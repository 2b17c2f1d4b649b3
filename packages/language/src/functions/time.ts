import type { ColumnType } from '@switchboard/model';
import type { Typed } from '../check/typed.ts';
import type { FunctionSpec } from './function-spec.ts';

const scalar = 'scalar';
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

function datePart(name: string, doc: string): FunctionSpec {
  return {
    name,
    kind: scalar,
    signature: '(value: moment): integer',
    doc,
    example: `${name}(date)`,
  };
}

function clockPart(name: string, doc: string): FunctionSpec {
  return {
    name,
    kind: scalar,
    signature: '(value: datetime): integer',
    doc,
    example: `${name}(now())`,
  };
}

/** Functions on dates and datetimes. All datetimes are UTC. */
export const TIME_FUNCTIONS: readonly FunctionSpec[] = [
  {
    name: 'date',
    kind: scalar,
    converts: true,
    signature: '(value: scalar): date',
    doc: 'The value as a date; null when it is none.',
    example: "date('2026-01-31')",
    nullable: true,
  },
  {
    name: 'datetime',
    kind: scalar,
    converts: true,
    signature: '(value: scalar): datetime',
    doc: 'The value as a datetime; null when it is none.',
    example: "datetime('2026-01-31 10:00:00')",
    nullable: true,
  },
  datePart('year', 'The year.'),
  datePart('quarter', 'The quarter, 1 to 4.'),
  datePart('month', 'The month, 1 to 12.'),
  datePart('week', 'The ISO week, 1 to 53.'),
  datePart('day', 'The day of the month, 1 to 31.'),
  datePart('day_of_week', 'The day of the week, Sunday 0 to Saturday 6.'),
  clockPart('hour', 'The hour, 0 to 23.'),
  clockPart('minute', 'The minute, 0 to 59.'),
  {
    name: 'date_add',
    kind: scalar,
    signature: '(value: moment, amount: integer, unit?: unit): moment',
    doc: 'The date some units later, days if no unit is given.',
    example: "date_add(date, 1, 'month')",
    result: shiftedType,
  },
  {
    name: 'date_sub',
    kind: scalar,
    signature: '(value: moment, amount: integer, unit?: unit): moment',
    doc: 'The date some units earlier, days if no unit is given.',
    example: 'date_sub(date, 7)',
    result: shiftedType,
  },
  {
    name: 'date_diff',
    kind: scalar,
    signature: '(from: moment, to: moment, unit?: unit): integer',
    doc: 'How many units lie from one date to a later one, days if no unit is given.',
    example: "date_diff(date, today(), 'day')",
  },
  {
    name: 'date_trunc',
    kind: scalar,
    signature: '(value: moment, unit: unit): moment',
    doc: 'The start of the unit in which the date lies.',
    example: "date_trunc(date, 'month')",
    result: truncatedType,
  },
  {
    name: 'last_day',
    kind: scalar,
    signature: '(value: moment): date',
    doc: 'The last day of the month in which the date lies.',
    example: 'last_day(date)',
  },
  {
    name: 'format_date',
    kind: scalar,
    signature: '(value: moment, format: format): string',
    doc: 'The date as a text.',
    example: "format_date(date, 'dd/MM/YYYY')",
  },
  {
    name: 'parse_date',
    kind: scalar,
    signature: '(text: string, format: format): date',
    doc: 'The date that a text gives; null when it does not fit the format.',
    example: "parse_date('31/01/2026', 'dd/MM/YYYY')",
    nullable: true,
  },
  {
    name: 'parse_datetime',
    kind: scalar,
    signature: '(text: string, format: format): datetime',
    doc: 'The datetime that a text gives; null when it does not fit the format.',
    example: "parse_datetime('31/01/2026 10:30', 'dd/MM/YYYY HH:mm')",
    nullable: true,
  },
  {
    name: 'to_timezone',
    kind: scalar,
    signature: '(value: datetime, timezone: zone): datetime',
    doc: 'The wall-clock time in a timezone at a UTC datetime.',
    example: "to_timezone(now(), 'Europe/Paris')",
  },
  {
    name: 'today',
    kind: scalar,
    signature: '(): date',
    doc: 'The day of the flow, the same for a whole flow and its re-runs.',
    example: 'today()',
    nullable: false,
  },
  {
    name: 'now',
    kind: scalar,
    signature: '(): datetime',
    doc: 'The time of the flow, the same for a whole flow and its re-runs.',
    example: 'now()',
    nullable: false,
  },
  {
    name: 'epoch',
    kind: scalar,
    signature: '(value: datetime): integer',
    doc: 'Whole seconds since 1970-01-01 00:00 UTC.',
    example: 'epoch(now())',
  },
];
