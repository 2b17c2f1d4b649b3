import { advised, rewritten } from '../function-habit.ts';

/** Aggregates of other names that are the same. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  avg: ['average', 'mean'],
  stddev: ['stddev_samp', 'stdev'],
  variance: ['var_samp'],
  approx_count_distinct: ['approx_distinct', 'hll', 'ndv', 'uniq'],
  bool_and: ['every', 'logical_and', 'booland_agg'],
  bool_or: ['logical_or', 'boolor_agg'],
  any_value: ['arbitrary', 'anyvalue'],
  count: ['count_big'],
  array_agg: ['collect_list', 'group_array', 'grouparray'],
  count_if: ['countif'],
};

/** One that takes a value, of the columns of the examples. */
const EXAMPLES: Readonly<Record<string, string>> = { bool_and: 'active', bool_or: 'active', count_if: 'active' };

export const AGGREGATE_HABITS = [
  ...rewritten(
    Object.entries(SAME).flatMap(([here, names]) =>
      names.map((name) => {
        const value = EXAMPLES[here] ?? 'clicks';
        return [`${name}(a)`, `${here}(a)`, `${name}(${value})`, `${here}(${value})`] as const;
      }),
    ),
  ),
  ...rewritten([
    ['quantile(a, b)', 'percentile(a, b)', 'quantile(clicks, 0.9)', 'percentile(clicks, 0.9)'],
    ['quantile_cont(a, b)', 'percentile(a, b)', 'quantile_cont(clicks, 0.9)', 'percentile(clicks, 0.9)'],
    [
      'approx_quantile(a, b)',
      'approx_percentile(a, b)',
      'approx_quantile(clicks, 0.9)',
      'approx_percentile(clicks, 0.9)',
    ],
    ['group_concat(a)', "string_agg(a, ',')", 'group_concat(site)', "string_agg(site, ',')"],
    ['group_concat(a, b)', 'string_agg(a, b)', "group_concat(site, ';')", "string_agg(site, ';')"],
    ['listagg(a, b)', 'string_agg(a, b)', "listagg(site, ';')", "string_agg(site, ';')"],
    ['listagg(a)', "string_agg(a, '')", 'listagg(site)', "string_agg(site, '')"],
    ['wm_concat(a)', "string_agg(a, ',')", 'wm_concat(site)', "string_agg(site, ',')"],
    ['max_by(a, b)', 'arg_max(a, b)', 'max_by(site, clicks)', 'arg_max(site, clicks)'],
    ['min_by(a, b)', 'arg_min(a, b)', 'min_by(site, clicks)', 'arg_min(site, clicks)'],
    ['argmax(a, b)', 'arg_max(a, b)', 'argmax(site, clicks)', 'arg_max(site, clicks)'],
    ['argmin(a, b)', 'arg_min(a, b)', 'argmin(site, clicks)', 'arg_min(site, clicks)'],
    ['percentile_cont(a, b)', 'percentile(a, b)', 'percentile_cont(clicks, 0.9)', 'percentile(clicks, 0.9)'],
    [
      'percentile_approx(a, b)',
      'approx_percentile(a, b)',
      'percentile_approx(clicks, 0.9)',
      'approx_percentile(clicks, 0.9)',
    ],
    ['collect_list(a)', 'array_agg(a)', 'collect_list(site)', 'array_agg(site)'],
    ['list_agg(a)', 'array_agg(a)', 'list_agg(site)', 'array_agg(site)'],
    ['collect_set(a)', 'list_distinct(array_agg(a))', 'collect_set(site)', 'list_distinct(array_agg(site))'],
    ['sumif(a, b)', 'sum(if(b, a))', 'sumif(clicks, active)', 'sum(if(active, clicks))'],
    ['sum_if(a, b)', 'sum(if(b, a))', 'sum_if(clicks, active)', 'sum(if(active, clicks))'],
    ['avgif(a, b)', 'avg(if(b, a))', 'avgif(clicks, active)', 'avg(if(active, clicks))'],
  ]),
  ...advised([
    [
      'first_value',
      'Write first(value) over (…).',
      'first_value(site) over (order by day)',
      'first(site) over (order by day)',
    ],
    [
      'last_value',
      'Write last(value) over (…).',
      'last_value(site) over (order by day)',
      'last(site) over (order by day)',
    ],
    [
      'stddev_pop',
      'Write stddev(x): it divides by the number of values less one.',
      'stddev_pop(clicks)',
      'stddev(clicks)',
    ],
    ['std', 'Write stddev(x): it divides by the number of values less one.', 'std(clicks)', 'stddev(clicks)'],
    [
      'var_pop',
      'Write variance(x): it divides by the number of values less one.',
      'var_pop(clicks)',
      'variance(clicks)',
    ],
  ]),
];
