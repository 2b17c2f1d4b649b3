import { expect, test } from 'vitest';
import { rowsOf } from './rows-of.ts';

/** The values of one expression for each row of ads: (a, 1 January, 1), (a, 2 January, 3), (b, 2 January, 5). */
async function valuesOf(expression: string): Promise<unknown[]> {
  return (await rowsOf(`select clicks, ${expression} as x from ads order by clicks`)).map(({ x }) => x);
}

async function onlyValueOf(expression: string): Promise<unknown> {
  return (await rowsOf(`select ${expression} as x from ads`))[0]?.x;
}

test.each([
  ['sum(clicks) over (order by clicks rows between 1 preceding and current row)', ['1', '4', '8']],
  ['sum(clicks) over (order by clicks rows between current row and unbounded following)', ['9', '8', '5']],
  ['sum(clicks) over (order by clicks rows between 1 following and 2 following)', ['8', '5', null]],
  [
    'sum(clicks) over (partition by site order by day rows between unbounded preceding and current row)',
    ['1', '4', '5'],
  ],
  ['sum(clicks) over (order by clicks range between 2 preceding and current row)', ['1', '4', '8']],
  ['sum(clicks) over (order by float(clicks) range between 0.5 preceding and 2.5 following)', ['4', '8', '5']],
  ['sum(clicks) over (order by day range between 1 preceding and current row)', ['1', '9', '9']],
  ['sum(clicks) over (order by day range between 0 preceding and current row)', ['1', '8', '8']],
  [
    'sum(clicks) over (order by clicks * 1000000000000000000 range between 999999999 preceding and current row)',
    ['1', '3', '5'],
  ],
  ['last(clicks) over (order by clicks)', ['1', '3', '5']],
  ['last(clicks) over (order by clicks rows between unbounded preceding and unbounded following)', ['5', '5', '5']],
  ['nth_value(clicks, 2) over (order by clicks)', [null, '3', '3']],
  ['percent_rank() over (order by clicks)', [0, 0.5, 1]],
  ['cume_dist() over (order by day)', [1 / 3, 1, 1]],
  ['lag(nullif(clicks, 3) ignore nulls) over (order by clicks)', [null, '1', '1']],
  ['lag(nullif(clicks, 3)) over (order by clicks)', [null, '1', null]],
  ['last(nullif(clicks, 3) ignore nulls) over (order by clicks)', ['1', '1', '5']],
  ["count() filter (where site == 'a') over ()", ['2', '2', '2']],
])('%s gives %j', async (expression, expected) => {
  expect(await valuesOf(expression)).toEqual(expected);
});

test.each([
  ["count() filter (where site == 'a')", '2'],
  ['count() filter (where clicks > 9)', '0'],
  ['sum(clicks) filter (where clicks > 9)', null],
  ['sum(clicks) filter (where nullif(clicks, 3) > 0)', '6'],
  ["string_agg(site, '+' order by clicks desc)", 'b+a+a'],
  ["string_agg(string(clicks), ',' order by day desc, clicks desc)", '5,3,1'],
  ['first(clicks order by day desc, clicks desc)', '5'],
  ['last(clicks order by nullif(clicks, 5) nulls first)', '3'],
  ['array_agg(clicks order by clicks desc)', ['5', '3', '1']],
  ['array_agg(nullif(clicks, 3) order by clicks)', ['1', null, '5']],
  ['array_agg(clicks) filter (where clicks > 9)', null],
  ['record(max(clicks) as top, min(day) as first)', { top: '5', first: '2026-01-01' }],
  ['record(max(clicks) as "the top")["the top"]', '5'],
  ['first(record(site, clicks) order by clicks desc).site', 'b'],
  ['array_agg(record(clicks) order by clicks)[-1].clicks', '5'],
  ['list_length(array_agg(record(site as s, day as d)))', '3'],
  ['percentile(clicks, 0.5)', 3],
  ['percentile(clicks, 0.25)', 2],
  ['percentile(clicks, 1)', 5],
  ["count_if(site == 'a')", '2'],
  ['count_if(clicks > 9)', '0'],
  ['count_if(clicks > 1) filter (where clicks > 9)', '0'],
  ['count_if(nullif(clicks, 3) > 0)', '2'],
  ["first(site order by clicks desc) filter (where site < 'b')", 'a'],
])('%s is %j', async (expression, expected) => {
  expect(await onlyValueOf(expression)).toEqual(expected);
});
