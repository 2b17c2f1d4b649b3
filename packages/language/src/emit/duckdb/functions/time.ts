import { readDateFormat } from '../../../functions/date-format.ts';
import { UNITS } from '../../../functions/time.ts';
import { strftimeOf } from '../date-specifiers.ts';
import { text } from '../literals.ts';
import { call, type FunctionFamilySql, type FunctionSql, recast, type SqlArgument, sqlOf } from './function-sql.ts';

function unitOf(args: readonly SqlArgument[], index: number): string {
  return UNITS.find((unit) => unit === args[index]?.constant) ?? 'day';
}

function shift(sign: '+' | '-'): FunctionSql {
  return recast((args) => `(${sqlOf(args, 0)} ${sign} ${sqlOf(args, 1)} * INTERVAL '1 ${unitOf(args, 2)}')`);
}

function formatOf(args: readonly SqlArgument[]): string {
  return text(strftimeOf(args[1]?.constant ?? ''));
}

/** Parts of a time that DuckDB calls by the same names. */
const PARTS = ['year', 'quarter', 'month', 'day', 'hour', 'minute', 'second'];

/** DuckDB's SQL of the time functions. */
export const TIME_SQL: FunctionFamilySql = {
  date: (args) => `TRY_CAST(${sqlOf(args, 0)} AS DATE)`,
  datetime: (args) => `TRY_CAST(${sqlOf(args, 0)} AS TIMESTAMP)`,
  ...Object.fromEntries(PARTS.map((part) => [part, recast(call(part))])),
  week: recast(call('weekofyear')),
  day_of_week: recast(call('dayofweek')),
  date_add: shift('+'),
  date_sub: shift('-'),
  date_diff: (args) =>
    `date_diff('${unitOf(args, 2)}', CAST(${sqlOf(args, 0)} AS TIMESTAMP), CAST(${sqlOf(args, 1)} AS TIMESTAMP))`,
  date_trunc: recast((args) => `date_trunc('${unitOf(args, 1)}', ${sqlOf(args, 0)})`),
  last_day: call('last_day'),
  format_date: (args) => `strftime(${sqlOf(args, 0)}, ${formatOf(args)})`,
  parse_date: (args) => `CAST(try_strptime(${sqlOf(args, 0)}, ${formatOf(args)}) AS DATE)`,
  parse_datetime: recast((args) => {
    const parsed = `try_strptime(${sqlOf(args, 0)}, ${formatOf(args)})`;
    const zoned = readDateFormat(args[1]?.constant ?? '').tokens.some((token) => token === 'Z' || token === 'zzz');
    return zoned ? `timezone('UTC', ${parsed})` : parsed;
  }),
  to_timezone: (args) => `timezone(${sqlOf(args, 1)}, timezone('UTC', ${sqlOf(args, 0)}))`,
  today: () => `CAST(getvariable('flow_date') AS DATE)`,
  now: () => `CAST(getvariable('flow_now') AS TIMESTAMP)`,
  epoch: recast((args) => `floor(epoch_us(${sqlOf(args, 0)}) / 1000000)`),
};
