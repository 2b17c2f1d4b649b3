import { call, type FunctionFamilySql } from './function-sql.ts';

/** DuckDB's SQL of the window functions. */
export const WINDOW_SQL: FunctionFamilySql = {
  row_number: call('row_number'),
  rank: call('rank'),
  dense_rank: call('dense_rank'),
  lag: call('lag'),
  lead: call('lead'),
  nth_value: call('nth_value'),
  percent_rank: call('percent_rank'),
  cume_dist: call('cume_dist'),
  ntile: call('ntile'),
};
