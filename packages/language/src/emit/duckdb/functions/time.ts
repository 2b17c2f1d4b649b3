import { UNITS } from '../../../functions/time.ts';
import { boundTogether } from '../bound.ts';
import { readFormat } from '../conversions/read-format.ts';
import { inCalendar } from '../conversions/read-text.ts';
import { strftimeOf } from '../date-specifiers.ts';
import { text } from '../literals.ts';
import { converted } from './conversion.ts';
import { call, type FunctionFamilySql, type FunctionSql, recast, type SqlArgument, sqlOf } from './function-sql.ts';

function unitOf(args: readonly SqlArgument[], index: number): string {
  return UNITS.find((unit) => unit === args[index]?.constant) ?? 'day';
}

function shift(sign: '+' | '-'): FunctionSql {
  return recast((args) => {
    const shifted = (value = 'NULL', amount = 'NULL'): string =>
      `${value} ${sign} ${amount} * INTERVAL '1 ${unitOf(args, 2)}'`;
    const [value, amount] = [sqlOf(args, 0), sqlOf(args, 1)];
    // So few units never leave the datetimes that DuckDB has, which are more than ours.
    const isSmall = /^-?\d{1,5}$/.test(args[1]?.constant ?? '');
    return inCalendar(
      isSmall ? shifted(value, amount) : boundTogether([value, amount], (from, by) => `TRY(${shifted(from, by)})`),
    );
  });
}

function formatOf(args: readonly SqlArgument[]): string {
  return text(strftimeOf(args[1]?.constant ?? ''));
}

/** Parts of a time that DuckDB calls by the same names. */
const PARTS = ['year', 'quarter', 'month', 'day', 'hour', 'minute', 'second'];

/** Whole units since 1970. A quotient of microseconds would be a float, which is not exact in all years. */
export function sinceEpoch(unit: 'second' | 'millisecond', moment: string): string {
  return `date_diff('${unit}', TIMESTAMP '1970-01-01 00:00:00', ${moment})`;
}

/** DuckDB's SQL of the time functions. */
export const TIME_SQL: FunctionFamilySql = {
  date: converted,
  datetime: converted,
  ...Object.fromEntries(PARTS.map((part) => [part, recast(call(part))])),
  week: recast(call('weekofyear')),
  day_of_week: recast(call('dayofweek')),
  date_add: shift('+'),
  date_sub: shift('-'),
  date_diff: (args) => {
    const unit = unitOf(args, 2);
    const [from, to] = [sqlOf(args, 0), sqlOf(args, 1)].map((sql) => `CAST(${sql} AS TIMESTAMP)`);
    if (unit !== 'week') return `date_diff('${unit}', ${from}, ${to})`;
    // DuckDB counts whole weeks, but the boundaries of other units.
    return `(date_diff('day', date_trunc('week', ${from}), date_trunc('week', ${to})) // 7)`;
  },
  date_trunc: recast((args) => `date_trunc('${unitOf(args, 1)}', ${sqlOf(args, 0)})`),
  last_day: call('last_day'),
  format_date: (args) => `strftime(${sqlOf(args, 0)}, ${formatOf(args)})`,
  parse_date: (args) => readFormat(sqlOf(args, 0), args[1]?.constant ?? '', 'DATE'),
  parse_datetime: (args) => readFormat(sqlOf(args, 0), args[1]?.constant ?? '', 'TIMESTAMP'),
  to_timezone: (args) => inCalendar(`timezone(${sqlOf(args, 1)}, timezone('UTC', ${sqlOf(args, 0)}))`),
  today: () => `CAST(getvariable('flow_date') AS DATE)`,
  now: () => `CAST(getvariable('flow_now') AS TIMESTAMP)`,
  epoch: (args) => sinceEpoch('second', sqlOf(args, 0)),
};
