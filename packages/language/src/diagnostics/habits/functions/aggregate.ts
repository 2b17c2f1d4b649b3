import { advised, rewritten } from '../function-habit.ts';

/** Names that other dialects have for our aggregates. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  avg: ['average', 'mean'],
  stddev: ['stddev_samp', 'stdev'],
  variance: ['var_samp'],
  approx_count_distinct: ['approx_distinct', 'hll', 'ndv', 'uniq'],
  bool_and: ['every', 'logical_and', 'booland_agg'],
  bool_or: ['logical_or', 'boolor_agg'],
  any_value: ['arbitrary', 'anyvalue'],
  count: ['count_big'],
  count_if: ['countif'],
};

/** Column that the example of an aggregate reads; clicks for others. */
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
    ['quantile_cont(a, b)', 'percentile(a, b)', 'quantile_cont(clicks, 0.9)', 'percentile(clicks, 0.9)'],
    [
      'approx_quantile(a, b)',
      'approx_percentile(a, b)',
      'approx_quantile(clicks, 0.9)',
      'approx_percentile(clicks, 0.9)',
    ],
    ['group_concat(a)', "string_agg(a, ',')", 'group_concat(site)', "string_agg(site, ',')"],
    ['listagg(a, b)', 'string_agg(a, b)', "listagg(site, ';')", "string_agg(site, ';')"],
    ['listagg(a)', "string_agg(a, '')", 'listagg(site)', "string_agg(site, '')"],
    ['wm_concat(a)', "string_agg(a, ',')", 'wm_concat(site)', "string_agg(site, ',')"],
    ['percentile_cont(a, b)', 'percentile(a, b)', 'percentile_cont(clicks, 0.9)', 'percentile(clicks, 0.9)'],
    [
      'percentile_approx(a, b)',
      'approx_percentile(a, b)',
      'percentile_approx(clicks, 0.9)',
      'approx_percentile(clicks, 0.9)',
    ],
  ]),
  ...advised([
    ['anylast', 'Write last(value order by column).', 'anylast(site)', 'last(site order by day)'],
    [
      'topk',
      'Count in a table of its own: select value, count() as n from … order by n desc limit 10.',
      'topk(site)',
      'count()',
    ],
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
    ...['collect_list', 'grouparray', 'group_array', 'list_agg'].map(
      (name) =>
        [
          name,
          'Write array_agg(value) filter (where value is not null): array_agg keeps nulls.',
          `${name}(site)`,
          'array_agg(site) filter (where site is not null)',
        ] as const,
    ),
    [
      'collect_set',
      'Write list_distinct(array_agg(value) filter (where value is not null)).',
      'collect_set(site)',
      'list_distinct(array_agg(site) filter (where site is not null))',
    ],
    [
      'quantile',
      'Write percentile(value, 0.9): it lies between two values in proportion.',
      'quantile(clicks, 0.9)',
      'percentile(clicks, 0.9)',
    ],
    [
      'sumif',
      'Write sum(value) filter (where condition), inside coalesce(…, 0) for 0 without rows.',
      'sumif(clicks, active)',
      'sum(clicks) filter (where active)',
    ],
    [
      'sum_if',
      'Write sum(value) filter (where condition).',
      'sum_if(clicks, active)',
      'sum(clicks) filter (where active)',
    ],
    [
      'avgif',
      'Write avg(value) filter (where condition).',
      'avgif(clicks, active)',
      'avg(clicks) filter (where active)',
    ],
    [
      'approx_top_count',
      'Count in a table of its own: select value, count() as n from … order by n desc limit 10.',
      'approx_top_count(site, 10)',
      'approx_count_distinct(site)',
    ],
    [
      'approx_quantiles',
      'Write approx_percentile(value, 0.25) for each of them, as a column of its own.',
      'approx_quantiles(clicks, 4)',
      'approx_percentile(clicks, 0.25)',
    ],
    ['total', 'Write coalesce(sum(x), 0).', 'total(clicks)', 'coalesce(sum(clicks), 0)'],
    ['uniqexact', 'Write count_distinct(x).', 'uniqexact(site)', 'count_distinct(site)'],
  ]),
  ...advised(
    ['max_by', 'argmax', 'min_by', 'argmin'].map((name) => {
      const own = name.includes('max') ? 'arg_max' : 'arg_min';
      return [
        name,
        `Write ${own}(value, by), which is null where the value is; behind it filter (where value is not null) where nulls do not count.`,
        `${name}(site, clicks)`,
        `${own}(site, clicks)`,
      ] as const;
    }),
  ),
];
