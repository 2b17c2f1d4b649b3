import type { ValueType } from '../../../typed/typed.ts';
import { convert, convertLiteral } from '../conversions/convert.ts';
import { type FunctionFamilySql, type FunctionSql, sqlOf } from './function-sql.ts';

const NONE: ValueType = { kind: 'null' };

/** Converts the argument to the result's type; null when it cannot be converted. */
export const converted: FunctionSql = (args, type) => {
  const { constant = null, type: from = NONE } = args[0] ?? {};
  const literal = from.kind === 'string' && constant !== null ? convertLiteral(constant, type, true) : null;
  return literal ?? convert(sqlOf(args, 0), from, type, true);
};

/** DuckDB's SQL of the conversion functions. */
export const CONVERSION_SQL: FunctionFamilySql = {
  string: converted,
  integer: converted,
  float: converted,
  decimal: converted,
  boolean: converted,
  json: converted,
};
