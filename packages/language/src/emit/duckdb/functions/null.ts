import { call, type FunctionFamilySql, sqlOf } from './function-sql.ts';

/** DuckDB's SQL of the null functions. */
export const NULL_SQL: FunctionFamilySql = {
  coalesce: call('coalesce'),
  ifnull: call('coalesce'),
  nullif: call('nullif'),
  if: (args) => `CASE WHEN ${sqlOf(args, 0)} THEN ${sqlOf(args, 1)} ELSE ${sqlOf(args, 2)} END`,
};
