import { syntaxHabits, tableOf } from './syntax-habit.ts';

const SELECT = 'select site, clicks from ads';
const LIMIT = tableOf(`${SELECT} limit 10`);
const NO_SAMPLE = 'A flow gives the same rows when it runs again. Filter by a hash of a column, or remove it.';

/** Clauses, and words around tables. */
export const CLAUSE_HABITS = syntaxHabits('SBS1040', {
  '[limit <number> @, <number>]': {
    written: 'limit with two numbers',
    advice: 'Write limit and the number of rows, then offset and how many to leave out.',
    write: 'limit $2 offset $1',
    sql: tableOf(`${SELECT} limit 20, 10`),
    here: tableOf(`${SELECT} limit 10 offset 20`),
  },
  '[limit @all]': { advice: 'Remove it.', write: '', sql: tableOf(`${SELECT} limit all`), here: tableOf(SELECT) },
  '@fetch first <number> rows only': {
    written: 'fetch first',
    advice: 'Write limit and the number of rows.',
    write: 'limit $1',
    sql: tableOf(`${SELECT} order by site fetch first 10 rows only`),
    here: tableOf(`${SELECT} order by site limit 10`),
  },
  '@fetch next <number> rows only': {
    written: 'fetch next',
    advice: 'Write limit and the number of rows.',
    write: 'limit $1',
    sql: tableOf(`${SELECT} fetch next 10 rows only`),
    here: LIMIT,
  },
  'select [top @<number>]': {
    advice: 'Write limit and the number of rows at the end of the query.',
    fix: 'limit-at-end',
    sql: tableOf('select top 10 site, clicks from ads'),
    here: LIMIT,
  },
  'select distinct [top @<number>]': {
    advice: 'Write limit and the number of rows at the end of the query.',
    fix: 'limit-at-end',
    sql: tableOf('select distinct top 10 site, clicks from ads'),
    here: tableOf('select distinct site, clicks from ads limit 10'),
  },
  '[on(…)] @<any>': {
    written: 'distinct on',
    advice: 'Write table name is upsert daily by site order by day desc; it keeps one row for each key.',
    sql: tableOf('select distinct on (site) site, clicks from ads'),
    here: tableOf('upsert ads by site order by day desc'),
  },
  'select [all @<any>]': {
    advice: 'Remove it: select keeps all rows.',
    write: '$1',
    sql: tableOf('select all site, clicks from ads'),
    here: tableOf(SELECT),
  },
  '[@natural] join': {
    written: 'natural join',
    advice: 'Name the columns that must be equal: join the table using (column).',
    sql: tableOf('select site from ads natural join sites'),
    here: tableOf('select site from ads join sites using (kind)'),
  },
  '@natural left join': {
    advice: 'Name the columns that must be equal: left join the table using (column).',
    sql: tableOf('select site from ads natural left join sites'),
    here: tableOf('select site from ads left join sites using (kind)'),
  },
  '[@left semi] join': {
    written: 'left semi join',
    advice: 'Write semi join.',
    write: 'semi',
    sql: tableOf('select site from ads left semi join sites on site == id'),
    here: tableOf('select site from ads semi join sites on site == id'),
  },
  '[@left anti] join': {
    written: 'left anti join',
    advice: 'Write anti join.',
    write: 'anti',
    sql: tableOf('select site from ads left anti join sites on site == id'),
    here: tableOf('select site from ads anti join sites on site == id'),
  },
  '@straight_join': {
    advice: 'Write join.',
    write: 'join',
    sql: tableOf('select site from ads straight_join sites on site == id'),
    here: tableOf('select site from ads join sites on site == id'),
  },
  '@cross apply': {
    advice: 'Write explode(list) as an item of the select, or a join.',
    sql: tableOf('select site, tag from ads cross apply tags'),
    here: tableOf('select site, explode(tags) as tag from ads'),
  },
  '@outer apply': {
    advice: 'Write explode(list) as an item of the select, or a left join.',
    sql: tableOf('select site, tag from ads outer apply tags'),
    here: tableOf('select site, explode(tags) as tag from ads'),
  },
  '@lateral view': {
    advice: 'Write explode(list) as an item of the select.',
    sql: tableOf('select site, tag from ads lateral view explode(tags) as tag'),
    here: tableOf('select site, explode(tags) as tag from ads'),
  },
  'lateral @(': {
    advice: 'Write explode(list) as an item of the select, or a join with a table.',
    sql: tableOf('select site from ads cross join lateral (select 1)'),
    here: tableOf('select site, explode(tags) as tag from ads'),
  },
  'unnest @(': {
    advice: 'Write explode(list) as an item of the select.',
    sql: tableOf('select site from ads cross join unnest(tags)'),
    here: tableOf('select site, explode(tags) as tag from ads'),
  },
  '@window <name> as': {
    written: 'window',
    advice: 'Write the partition and the order in over (…) behind each function.',
    sql: tableOf('select rank() over (order by site) as r from ads window w as (order by site)'),
    here: tableOf('select rank() over (order by site) as r from ads'),
  },
  '@over <name>': {
    written: 'over with a name',
    advice: 'Write the partition and the order in over (…).',
    sql: tableOf('select rank() over w as r from ads'),
    here: tableOf('select rank() over (order by site) as r from ads'),
  },
  '@for update': { advice: 'Remove it.', write: '', sql: tableOf(`${SELECT} for update`), here: tableOf(SELECT) },
  '@tablesample': {
    advice: NO_SAMPLE,
    sql: tableOf('select site from ads tablesample bernoulli (10)'),
    here: tableOf(SELECT),
  },
  '@using sample': { advice: NO_SAMPLE, sql: tableOf('select site from ads using sample 10'), here: tableOf(SELECT) },
  '[@into] <name> from': {
    written: 'into',
    advice: 'A table is named before its query: table name is select … ;',
    sql: tableOf('select site into copied from ads'),
    here: 'table copied is select site from ads;',
  },
  '[@sort] by': {
    written: 'sort by',
    advice: 'Write order by.',
    write: 'order',
    sql: tableOf(`${SELECT} sort by site`),
    here: tableOf(`${SELECT} order by site`),
  },
  '@orderby': {
    advice: 'Write order by.',
    write: 'order by',
    sql: tableOf(`${SELECT} orderby site`),
    here: tableOf(`${SELECT} order by site`),
  },
  '@groupby': {
    advice: 'Remove it: every item without an aggregate is a key.',
    sql: tableOf('select site, sum(clicks) as n from ads groupby site'),
    here: tableOf('select site, sum(clicks) as n from ads'),
  },
  '@cluster by': {
    advice: 'Write order by, or remove it.',
    sql: tableOf(`${SELECT} cluster by site`),
    here: tableOf(`${SELECT} order by site`),
  },
  '@distribute by': { advice: 'Remove it.', sql: tableOf(`${SELECT} distribute by site`), here: tableOf(SELECT) },
  '@connect by': {
    advice: 'Tables cannot refer to themselves. Declare a table for each level.',
    sql: tableOf(`${SELECT} connect by site == kind`),
    here: tableOf(SELECT),
  },
  '@start with': {
    advice: 'Tables cannot refer to themselves. Declare a table for each level.',
    sql: tableOf(`${SELECT} start with site == 'a'`),
    here: tableOf(SELECT),
  },
  '@with ( nolock )': {
    written: 'with (nolock)',
    advice: 'Remove it.',
    write: '',
    sql: tableOf(`${SELECT} with (nolock)`),
    here: tableOf(SELECT),
  },
  '@for system_time': {
    advice: 'Each flow reads the rows of its report date. Remove it.',
    sql: tableOf('select site from ads for system_time as of now()'),
    here: tableOf(SELECT),
  },
  '@descending': {
    advice: 'Write desc.',
    write: 'desc',
    sql: tableOf(`${SELECT} order by site descending`),
    here: tableOf(`${SELECT} order by site desc`),
  },
  '@ascending': {
    advice: 'Write asc.',
    write: 'asc',
    sql: tableOf(`${SELECT} order by site ascending`),
    here: tableOf(`${SELECT} order by site asc`),
  },
  '* [@exclude] (': {
    written: 'exclude',
    advice: 'Write except (column, column).',
    write: 'except',
    sql: tableOf('select * exclude (kind) from ads'),
    here: tableOf('select * except (kind) from ads'),
  },
  '* @rename': {
    advice: 'Write except (column) and the column as an item with as.',
    sql: tableOf('select * rename (kind as sort) from ads'),
    here: tableOf('select * except (kind), kind as sort from ads'),
  },
  '@{ {': {
    written: 'A template',
    advice: 'Write the name of the table itself, or of a constant that let name is value; declares.',
    sql: tableOf("select site from {{ ref('ads') }}"),
    here: tableOf('select site from ads'),
  },
});
