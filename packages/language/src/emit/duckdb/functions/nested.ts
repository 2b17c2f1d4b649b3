import { withoutNull } from '../conversions/read-text.ts';
import { call, type FunctionFamilySql, recast, sqlOf } from './function-sql.ts';

/** DuckDB's SQL of the nested functions. */
export const NESTED_SQL: FunctionFamilySql = {
  json_extract: (args) => withoutNull(`json_extract(${sqlOf(args, 0)}, ${sqlOf(args, 1)})`),
  json_keys: call('json_keys'),
  list_length: recast(call('len')),
  list_contains: call('list_contains'),
  explode: (args) => `unnest(${sqlOf(args, 0)})`,
};
