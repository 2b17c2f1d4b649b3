import { call, type FunctionFamilySql, recast, sqlOf } from './function-sql.ts';

/** DuckDB's SQL of the nested functions. */
export const NESTED_SQL: FunctionFamilySql = {
  json_extract: call('json_extract'),
  json_keys: call('json_keys'),
  list_length: recast(call('len')),
  list_contains: call('list_contains'),
  explode: (args) => `unnest(${sqlOf(args, 0)})`,
};
