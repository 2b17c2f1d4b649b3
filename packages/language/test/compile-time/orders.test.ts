import { describe, expect, test } from 'vitest';
import { compile } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { PRELUDE } from '../prelude.ts';

/** The words that have no order, and the codes of errors. */
function unorderedIn(query: string): readonly string[] {
  const { messages } = compile([{ path: 'main.sbs', text: `table t is ${query};` }, PRELUDE], CATALOG);
  return messages
    .filter(({ path, type, code }) => path === 'main.sbs' && (type === 'error' || code === 'SBS5011'))
    .map(({ code, message }) => (code === 'SBS5011' ? message.slice(0, message.indexOf(' ')) : code));
}

/** Each is judged by hand: another order of the rows gives another result. */
describe('a result that depends on the order of rows has a warning', () => {
  test.each([
    ['limit', 'select site from ads limit 5'],
    ['limit', 'select site from ads limit 5 offset 5'],
    ['limit', 'select distinct site from ads limit 5'],
    ['limit', 'select site, 1 as one from ads limit 5'],
    ['limit', 'select kind, count() as n from ads limit 2'],
    ['limit', 'select explode(tags) as tag from ads limit 3'],
    ['limit', 'select * from anything limit 3'],
    ['limit', 'select row_number() over (order by day) as n from ads limit 3'],
    ['limit', 'select (select kind from sites where id == ads.site limit 1) as k from ads'],
    ['limit', 'select site from ads where site in (select id from sites limit 3)'],
    [
      'limit',
      'select site from ads where exists (select 1 as x from (select id from sites limit 3) as s where id == ads.site)',
    ],
    ['limit', 'with r as (select site from ads limit 5) select site, count() as n from r'],
    ['limit', 'select a.site from (select site from ads order by site) as a join sites on id == a.site limit 5'],
    ['limit', 'select distinct kind from (select kind from ads order by day) as a limit 5'],
    ['limit', 'select kind, count() as n from (select kind from ads order by day) as a limit 5'],
    ['limit', '(select site from ads limit 5) union (select id as site from sites order by id limit 5)'],
    ['first', 'select first(site) as s from ads'],
    ['first', 'select kind, first(site) as s from ads'],
    ['first', 'select kind, first(upper(site)) as s from ads'],
    ['first', 'select kind, first(kind || site) as s from ads'],
    ['first', 'select kind, first(site) filter (where active) as s from ads'],
    ['first', 'select kind, upper(first(site)) as s from ads'],
    ['first', "select kind from ads having first(site) == 'a'"],
    ['first', 'select kind from ads order by first(site)'],
    ['first', 'select kind, first(site) as s from (select kind, site from ads order by day) as a'],
    ['first', 'select site, first(clicks) over (partition by kind) as n from ads'],
    ['first', 'select *, first(kind) over () as k from ads'],
    ['first', "pivot ads on kind in ('a', 'b') using first(site)"],
    ['last', 'select last(site) as s from ads'],
    ['last', 'select site, last(clicks) over (partition by kind) as n from ads'],
    ['array_agg', 'select kind, array_agg(site) as s from ads'],
    ['array_agg', "select kind, list_join(array_agg(site), ',') as s from ads"],
    ['row_number', 'select site, row_number() over (partition by kind) as n from ads'],
    ['row_number', 'select site from ads qualify row_number() over (partition by site) == 1'],
    ['rank', 'select site, rank() over (partition by kind) as n from ads'],
    ['dense_rank', 'select site, dense_rank() over () as n from ads'],
    ['percent_rank', 'select site, percent_rank() over () as n from ads'],
    ['cume_dist', 'select site, cume_dist() over () as n from ads'],
    ['ntile', 'select site, ntile(4) over (partition by kind) as n from ads'],
    ['lag', 'select site, lag(clicks) over (partition by kind) as n from ads'],
    ['lead', 'select site, lead(kind) over (partition by kind) as n from ads'],
    ['nth_value', 'select site, nth_value(clicks, 2) over (partition by kind) as n from ads'],
    ['upsert', 'upsert sites by id'],
  ])('%s in %s', (word, query) => {
    expect(unorderedIn(query)).toEqual([word]);
  });
});

/** Each is judged by hand: the result is the same in any order of the rows, or the order is written. */
describe('a result that any order of rows gives has none', () => {
  test.each([
    ['select site from ads order by site limit 5'],
    ['select site from ads limit 0'],
    ['select site from ads where exists (select 1 as x from sites where id == ads.site limit 1)'],
    ['select site from ads where not exists (select id from sites limit 1)'],
    ['select site from ads where exists (with r as (select id from sites) select id from r limit 1)'],
    ['select a.site from (select site from ads order by clicks) as a limit 5'],
    [
      "select upper(b.site) as s from (select a.site from (select site from ads order by clicks) as a where site > 'b') as b limit 5",
    ],
    ['with r as (select site from ads order by clicks) select * from r limit 5'],
    ['with r as (select site from ads order by clicks), s as (select site from r) select * from s limit 5'],
    ['select n from (values (1), (2) as (n)) as v limit 1'],
    ["select date from (dates('2026-01-01', '2026-01-31')) as d limit 3"],
    ['select 1 as x from ads limit 1'],
    ['select distinct today() as x from ads limit 1'],
    ['select count() as n from ads limit 1'],
    ['select count() as n from ads having count() > 3 limit 5'],
    ['select (select max(clicks) from ads limit 1) as n from sites'],
    ['select (select kind from sites where id == ads.site order by kind limit 1) as k from ads'],
    ['select kind, first(kind) as k from ads'],
    ['select kind, first(upper(kind)) as k from ads'],
    ['select upper(kind) as k, first(upper(kind)) as s from ads'],
    ['select kind, day, last(kind || day) as k from ads'],
    ['select kind, first(1) as k from ads'],
    ['select kind, array_agg(kind) as k from ads'],
    ['select kind, first(site order by day) as s from ads'],
    ['select kind, last(site order by day) filter (where active) as s from ads'],
    ['select first(site) over (order by day) as s from ads'],
    ['select site, first(kind) over (partition by kind) as k from ads'],
    ['select kind, any_value(site) as s from ads'],
    ['select kind, arg_max(site, day) as s from ads'],
    ["select kind, string_agg(site, ',') as s from ads"],
    ['select kind, list_sort(array_agg(site)) as s from ads'],
    ['select kind, list_length(array_agg(site)) as n from ads'],
    ["select kind from ads having list_contains(array_agg(site), 'a')"],
    ['select kind, array_agg(site order by day) as s from ads'],
    ['select array_agg(site) over (partition by kind order by day) as s from ads'],
    ['select site, row_number() over (partition by kind order by day) as n from ads'],
    ['select site, lag(clicks) over (order by day) as n from ads'],
    ['select site, count() over (partition by kind) as n from ads'],
    ['select site, sum(clicks) over () as n from ads'],
    ["pivot ads on kind in ('a', 'b') using sum(clicks)"],
    ['upsert sites by id order by kind'],
    ['upsert sites by id, kind'],
    ['snapshot sites by id'],
  ])('%s', (query) => {
    expect(unorderedIn(query)).toEqual([]);
  });
});
