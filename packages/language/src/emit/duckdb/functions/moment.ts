import { bound } from '../bound.ts';
import { inCalendar } from '../conversions/read-text.ts';
import { call, type FunctionFamilySql, recast, type SqlArgument, sqlOf } from './function-sql.ts';
import { sinceEpoch } from './time.ts';

/** Microseconds of the first and last moment of the years 1 to 9999. */
const EARLIEST = '-62135596800000000';
const LATEST = '253402300799999999';

/** The datetime of a number of microseconds in 128 bits, which is bound to a name. */
function fromMicroseconds(sql: string): string {
  const inside = `CASE WHEN x BETWEEN ${EARLIEST} AND ${LATEST} THEN make_timestamp(CAST(x AS BIGINT)) END`;
  return bound(`TRY_CAST(${sql} AS HUGEINT)`, 'x', inside);
}

/** Microseconds of seconds, rounded. A decimal is not read as a float, which has fewer digits. */
function microsecondsOf(seconds: SqlArgument | undefined): string {
  const sql = seconds?.sql ?? 'NULL';
  if (seconds?.type.kind === 'integer') return `CAST(${sql} AS HUGEINT) * 1000000`;
  if (seconds?.type.kind === 'decimal') return `CAST(TRY_CAST(${sql} AS DECIMAL(18, 6)) AS DECIMAL(38, 6)) * 1000000`;
  return `round(CAST(${sql} AS DOUBLE) * 1000000)`;
}

/** Numbers joined to a text. There is no year 0. */
function dateText(args: readonly SqlArgument[]): string {
  return `nullif(${sqlOf(args, 0)}, 0) || '-' || ${sqlOf(args, 1)} || '-' || ${sqlOf(args, 2)}`;
}

function timeText(args: readonly SqlArgument[], from: number): string {
  return [0, 1, 2].map((index) => sqlOf(args, from + index)).join(" || ':' || ");
}

/** DuckDB's SQL of the functions that make moments and take them apart. */
export const MOMENT_SQL: FunctionFamilySql = {
  day_of_year: recast(call('dayofyear')),
  iso_year: recast(call('isoyear')),
  day_name: call('dayname'),
  month_name: call('monthname'),
  make_date: (args) => `CAST(try_strptime(${dateText(args)}, '%Y-%m-%d') AS DATE)`,
  make_time: (args) => `CAST(try_strptime(${timeText(args, 0)}, '%H:%M:%S') AS TIME)`,
  make_datetime: (args) => `try_strptime(${dateText(args)} || ' ' || ${timeText(args, 3)}, '%Y-%m-%d %H:%M:%S')`,
  to_utc: (args) => inCalendar(`timezone('UTC', timezone(${sqlOf(args, 1)}, ${sqlOf(args, 0)}))`),
  epoch_ms: (args) => sinceEpoch('millisecond', sqlOf(args, 0)),
  from_epoch: ([seconds]) => fromMicroseconds(microsecondsOf(seconds)),
  from_epoch_ms: (args) => fromMicroseconds(`CAST(${sqlOf(args, 0)} AS HUGEINT) * 1000`),
};
