import { syntaxHabits, tableOf } from './syntax-habit.ts';

const SELECT = 'select site, clicks from ads';
const LIMIT = tableOf(`${SELECT} limit 10`);
const SHARE =
  'Number the rows: qualify row_number() over (order by column) <= ceil(0.05 * count() over ()), for five percent.';
const TIES = 'Write qualify rank() over (order by column) <= 5, which keeps all rows that are equal to the last.';

/** Ways to take some rows. */
export const LIMIT_HABITS = syntaxHabits('SBS1040', {
  '[limit <number> @, <number>]': {
    written: 'limit with two numbers',
    advice: 'Write limit and the number of rows, then offset and how many to leave out.',
    write: 'limit $2 offset $1',
    sql: tableOf(`${SELECT} limit 20, 10`),
    here: tableOf(`${SELECT} limit 10 offset 20`),
  },
  '[limit @all]': { advice: 'Remove it.', write: '', sql: tableOf(`${SELECT} limit all`), here: tableOf(SELECT) },
  '[top @<number> percent]': {
    written: 'top with percent',
    advice: SHARE,
    sql: tableOf('select top 5 percent site, clicks from ads order by site'),
    here: tableOf(`${SELECT} qualify row_number() over (order by site) <= ceil(0.05 * count() over ())`),
  },
  '[top ( <number> )] @percent': {
    written: 'top with percent',
    advice: SHARE,
    sql: tableOf('select top (5) percent site, clicks from ads order by site'),
    here: tableOf(`${SELECT} qualify row_number() over (order by site) <= ceil(0.05 * count() over ())`),
  },
  '[top @<number> with ties]': {
    written: 'top with ties',
    advice: TIES,
    sql: tableOf('select top 5 with ties site, clicks from ads order by site'),
    here: tableOf(`${SELECT} qualify rank() over (order by site) <= 5`),
  },
  '[top ( <number> )] @with ties': {
    written: 'top with ties',
    advice: TIES,
    sql: tableOf('select top (5) with ties site, clicks from ads order by site'),
    here: tableOf(`${SELECT} qualify rank() over (order by site) <= 5`),
  },
  '[limit <number> @percent]': {
    written: 'limit with percent',
    advice: SHARE,
    sql: tableOf(`${SELECT} order by site limit 5 percent`),
    here: tableOf(`${SELECT} qualify row_number() over (order by site) <= ceil(0.05 * count() over ())`),
  },
  '[limit <number> @%]': {
    written: 'limit with percent',
    advice: SHARE,
    sql: tableOf(`${SELECT} order by site limit 5%`),
    here: tableOf(`${SELECT} qualify row_number() over (order by site) <= ceil(0.05 * count() over ())`),
  },
  '@fetch first <number> percent rows': {
    written: 'fetch with percent',
    advice: SHARE,
    sql: tableOf(`${SELECT} order by site fetch first 5 percent rows only`),
    here: tableOf(`${SELECT} qualify row_number() over (order by site) <= ceil(0.05 * count() over ())`),
  },
  '@fetch next <number> percent rows': {
    written: 'fetch with percent',
    advice: SHARE,
    sql: tableOf(`${SELECT} order by site fetch next 5 percent rows only`),
    here: tableOf(`${SELECT} qualify row_number() over (order by site) <= ceil(0.05 * count() over ())`),
  },
  '@fetch first <number> rows with ties': {
    written: 'fetch with ties',
    advice: TIES,
    sql: tableOf(`${SELECT} order by site fetch first 5 rows with ties`),
    here: tableOf(`${SELECT} qualify rank() over (order by site) <= 5`),
  },
  '@fetch next <number> rows with ties': {
    written: 'fetch with ties',
    advice: TIES,
    sql: tableOf(`${SELECT} order by site fetch next 5 rows with ties`),
    here: tableOf(`${SELECT} qualify rank() over (order by site) <= 5`),
  },
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
  '@offset <number> rows fetch next <number> rows only': {
    written: 'offset with fetch',
    advice: 'Write limit and the number of rows, then offset and how many to leave out.',
    write: 'limit $2 offset $1',
    sql: tableOf(`${SELECT} order by site offset 20 rows fetch next 10 rows only`),
    here: tableOf(`${SELECT} order by site limit 10 offset 20`),
  },
  '@offset <number> rows': {
    written: 'offset with rows',
    advice: 'Write limit and the number of rows, then offset and how many to leave out.',
    sql: tableOf(`${SELECT} order by site offset 20 rows`),
    here: tableOf(`${SELECT} order by site limit 1000 offset 20`),
  },
  'select [top ( <number> )] @<any>': {
    written: 'top',
    advice: 'Write limit and the number of rows at the end of the query.',
    fix: 'limit-at-end',
    sql: tableOf('select top (10) site, clicks from ads'),
    here: LIMIT,
  },
  'limit <number> [@by]': {
    written: 'limit with by',
    advice: 'Number the rows of each: qualify row_number() over (partition by column order by …) <= 1.',
    sql: tableOf('select site, clicks from ads limit 1 by site'),
    here: tableOf('select site, clicks from ads qualify row_number() over (partition by site order by day) <= 1'),
  },
  'offset <number> [@rows]': {
    written: 'rows behind offset',
    advice: 'Remove it.',
    write: '',
    sql: tableOf(`${SELECT} order by site limit 10 offset 5 rows`),
    here: tableOf(`${SELECT} order by site limit 10 offset 5`),
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
});
