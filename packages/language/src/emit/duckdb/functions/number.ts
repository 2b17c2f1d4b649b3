import { MAXIMUM_DIGITS } from '../../../typed/types.ts';
import { bound } from '../bound.ts';
import { finiteOrNull } from '../finite.ts';
import { wholeDivisor, withNegative } from '../whole-numbers.ts';
import { call, type EmitCall, type FunctionFamilySql, recast, type SqlArgument, sqlOf } from './function-sql.ts';

function inDomain(args: readonly SqlArgument[], result: string): string {
  return bound(sqlOf(args, 0), 'x', result);
}

function isWhole(arg: SqlArgument | undefined): boolean {
  return arg?.type.kind === 'integer';
}

/** Leaves integers as they are: DuckDB would return a float, which is exact up to 2^53 only. */
function whole(name: 'floor' | 'ceil'): EmitCall {
  return (args) => (args[0] && isWhole(args[0]) ? args[0].sql : `${name}(${sqlOf(args, 0)})`);
}

/** More digits than any integer has. */
const MAX_DIGITS = 30;

/** An integer rounded before the point, in 128 bits: in 64 bits DuckDB turns the sign of the largest ones. Null for others. */
function roundedInteger([value, digits]: readonly SqlArgument[]): string | null {
  const places = -Number(digits?.constant ?? 0);
  if (value?.type.kind !== 'integer' || places <= 0) return null;
  const unit = `CAST(1${'0'.repeat(Math.min(places, MAX_DIGITS))} AS HUGEINT)`;
  const half = `(CASE WHEN x < 0 THEN -5 ELSE 5 END * ${unit} // 10)`;
  return bound(`CAST(${value.sql} AS HUGEINT)`, 'x', `(x + ${half}) // ${unit} * ${unit}`);
}

/** A decimal of 38 digits rounded before the point, read back from its text: DuckDB's own result may have 39 digits. Null for others. */
function roundedWide([value, digits]: readonly SqlArgument[]): string | null {
  const type = value?.type;
  if (type?.kind !== 'decimal' || type.precision < MAXIMUM_DIGITS || type.scale > 0) return null;
  const places = Number(digits?.constant ?? 0);
  return places < 0 ? `CAST(CAST(round(${value?.sql}, ${places}) AS VARCHAR) AS DECIMAL(38, 0))` : null;
}

/** DuckDB's SQL of the number functions. */
export const NUMBER_SQL: FunctionFamilySql = {
  abs: recast((args) => `abs(${isWhole(args[0]) ? withNegative(sqlOf(args, 0)) : sqlOf(args, 0)})`),
  round: recast(
    (args) => roundedInteger(args) ?? roundedWide(args) ?? `round(${sqlOf(args, 0)}, ${args[1]?.constant ?? '0'})`,
  ),
  floor: recast(whole('floor')),
  ceil: recast(whole('ceil')),
  mod: recast((args) => {
    const by = sqlOf(args, 1);
    const divisor =
      isWhole(args[0]) && isWhole(args[1]) ? wholeDivisor(by, args[1]?.constant ?? null) : `NULLIF(${by}, 0)`;
    return `(${sqlOf(args, 0)} % ${divisor})`;
  }),
  power: (args) => finiteOrNull(`power(${sqlOf(args, 0)}, ${sqlOf(args, 1)})`),
  sqrt: (args) => inDomain(args, 'CASE WHEN x >= 0 THEN sqrt(x) END'),
  ln: (args) => inDomain(args, 'CASE WHEN x > 0 THEN ln(x) END'),
  log10: (args) => inDomain(args, 'CASE WHEN x > 0 THEN log10(x) END'),
  sign: recast(call('sign')),
  greatest: call('greatest'),
  least: call('least'),
};
