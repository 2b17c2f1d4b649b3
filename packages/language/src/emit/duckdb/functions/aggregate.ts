import { call, type FunctionFamilySql, recast, sqlOf } from './function-sql.ts';

/** DuckDB's SQL of the aggregate functions. */
export const AGGREGATE_SQL: FunctionFamilySql = {
  count: (args) => (args.length === 0 ? 'count(*)' : `count(${sqlOf(args, 0)})`),
  // The database's own gives null where a filter or a frame leaves no row.
  count_if: (args) => `count(CASE WHEN ${sqlOf(args, 0)} THEN 1 END)`,
  count_distinct: (args) => `count(DISTINCT ${sqlOf(args, 0)})`,
  sum: recast(call('sum')),
  avg: recast(call('avg')),
  min: call('min'),
  max: call('max'),
  median: recast((args) => `median(CAST(${sqlOf(args, 0)} AS DOUBLE))`),
  percentile: (args) => `quantile_cont(CAST(${sqlOf(args, 0)} AS DOUBLE), ${args[1]?.constant ?? '0.5'})`,
  approx_percentile: (args) => `approx_quantile(CAST(${sqlOf(args, 0)} AS DOUBLE), ${args[1]?.constant ?? '0.5'})`,
  stddev: call('stddev_samp'),
  variance: call('var_samp'),
  first: call('"first"'),
  last: call('"last"'),
  any_value: call('any_value'),
  // A constant to order by would be refused.
  string_agg: (args, _type, inside) => {
    const text = sqlOf(args, 0);
    if (inside) return `string_agg(${text}, ${sqlOf(args, 1)}${inside})`;
    const order = text.startsWith("'") ? `CAST(${text} AS VARCHAR)` : text;
    return `string_agg(${text}, ${sqlOf(args, 1)} ORDER BY ${order})`;
  },
  array_agg: call('list'),
  approx_count_distinct: recast(call('approx_count_distinct')),
  arg_min: call('arg_min_null'),
  arg_max: call('arg_max_null'),
  bool_and: call('bool_and'),
  bool_or: call('bool_or'),
};
