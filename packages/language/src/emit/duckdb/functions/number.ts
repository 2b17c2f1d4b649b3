import { bound } from '../bound.ts';
import { finiteOrNull } from '../finite.ts';
import { call, type FunctionFamilySql, recast, type SqlArgument, sqlOf } from './function-sql.ts';

function inDomain(args: readonly SqlArgument[], result: string): string {
  return bound(sqlOf(args, 0), 'x', result);
}

/** DuckDB's SQL of the number functions. */
export const NUMBER_SQL: FunctionFamilySql = {
  abs: recast(call('abs')),
  round: recast((args) => `round(${sqlOf(args, 0)}, ${args[1]?.constant ?? '0'})`),
  floor: recast(call('floor')),
  ceil: recast(call('ceil')),
  mod: recast((args) => `(${sqlOf(args, 0)} % NULLIF(${sqlOf(args, 1)}, 0))`),
  power: (args) => finiteOrNull(`power(${sqlOf(args, 0)}, ${sqlOf(args, 1)})`),
  sqrt: (args) => inDomain(args, 'CASE WHEN x >= 0 THEN sqrt(x) END'),
  ln: (args) => inDomain(args, 'CASE WHEN x > 0 THEN ln(x) END'),
  log10: (args) => inDomain(args, 'CASE WHEN x > 0 THEN log10(x) END'),
  sign: recast(call('sign')),
  greatest: call('greatest'),
  least: call('least'),
};
