import { call, type FunctionFamilySql } from './function-sql.ts';

/** DuckDB's SQL of the window functions. */
export const WINDOW_SQL: FunctionFamilySql = {
  row_number: call('row_number'),
  rank: call('rank'),
  dense_rank: call('dense_rank'),
  lag: call('lag'),
  lead: call('lead'),
  ntile: call('ntile'),
};
