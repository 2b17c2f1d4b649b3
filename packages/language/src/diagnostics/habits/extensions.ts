import { syntaxHabits, tableOf } from './syntax-habit.ts';

const SELECT = 'select site from ads';

/** Hints, settings and clauses of single dialects. */
export const EXTENSION_HABITS = syntaxHabits('SBS1040', {
  '@at (': {
    written: 'Another state of a table',
    advice: 'Each flow reads the rows of its report date. Remove it.',
    sql: tableOf('select site from ads at (offset => -60)'),
    here: tableOf(SELECT),
  },
  '@before (': {
    written: 'Another state of a table',
    advice: 'Each flow reads the rows of its report date. Remove it.',
    sql: tableOf("select site from ads before (statement => 'x')"),
    here: tableOf(SELECT),
  },
  '@option (': {
    advice: 'Remove it.',
    sql: tableOf('select site from ads option (recompile)'),
    here: tableOf(SELECT),
  },
  '@use index': {
    advice: 'Remove it.',
    sql: tableOf('select site from ads use index (i)'),
    here: tableOf(SELECT),
  },
  '@force index': {
    advice: 'Remove it.',
    sql: tableOf('select site from ads force index (i)'),
    here: tableOf(SELECT),
  },
  '@ignore index': {
    advice: 'Remove it.',
    sql: tableOf('select site from ads ignore index (i)'),
    here: tableOf(SELECT),
  },
  '@for json': {
    advice: 'An upload decides the format of its file. Remove it.',
    sql: tableOf('select site from ads for json path'),
    here: tableOf(SELECT),
  },
  '@for xml': {
    advice: 'An upload decides the format of its file. Remove it.',
    sql: tableOf('select site from ads for xml path'),
    here: tableOf(SELECT),
  },
  '@format <name>': {
    written: 'format',
    advice: 'An upload decides the format of its file. Remove it.',
    sql: tableOf('select site from ads format CSV'),
    here: tableOf(SELECT),
  },
  '@settings <name>': {
    written: 'settings',
    advice: 'Settings are not needed. Remove it.',
    sql: tableOf('select site from ads settings max_threads = 1'),
    here: tableOf(SELECT),
  },
  '[@global] any': {
    written: 'global',
    advice: 'Remove it: write the join alone. Where several rows of the other table match, all of them are there.',
    sql: tableOf('select site from ads global any join sites on site == id'),
    here: tableOf('select site from ads join sites on site == id'),
  },
  '[@global] left': {
    written: 'global',
    advice: 'Remove it: write the join alone. Where several rows of the other table match, all of them are there.',
    sql: tableOf('select site from ads global left join sites on site == id'),
    here: tableOf('select site from ads left join sites on site == id'),
  },
  '[@global] inner': {
    written: 'global',
    advice: 'Remove it: write the join alone. Where several rows of the other table match, all of them are there.',
    sql: tableOf('select site from ads global inner join sites on site == id'),
    here: tableOf('select site from ads inner join sites on site == id'),
  },
  '[@global] join': {
    written: 'global',
    advice: 'Remove it: write the join alone. Where several rows of the other table match, all of them are there.',
    sql: tableOf('select site from ads global join sites on site == id'),
    here: tableOf('select site from ads join sites on site == id'),
  },
  '[@any] left': {
    written: 'any',
    advice: 'Remove it: write the join alone. Where several rows of the other table match, all of them are there.',
    sql: tableOf('select site from ads any left join sites on site == id'),
    here: tableOf('select site from ads left join sites on site == id'),
  },
  '[@any] inner': {
    written: 'any',
    advice: 'Remove it: write the join alone. Where several rows of the other table match, all of them are there.',
    sql: tableOf('select site from ads any inner join sites on site == id'),
    here: tableOf('select site from ads inner join sites on site == id'),
  },
  '[@any] join': {
    written: 'any',
    advice: 'Remove it: write the join alone. Where several rows of the other table match, all of them are there.',
    sql: tableOf('select site from ads any join sites on site == id'),
    here: tableOf('select site from ads join sites on site == id'),
  },
  'select [sql_calc_found_rows] @<any>': {
    advice: 'Remove it: count() over () is the number of all rows.',
    sql: tableOf('select sql_calc_found_rows site from ads'),
    here: tableOf(SELECT),
  },
  'select [@as struct]': {
    advice: 'Write record(value as name, …).',
    sql: tableOf('select as struct site, clicks from ads'),
    here: tableOf('select record(site, clicks) as v from ads'),
  },
  'select [@as value]': {
    advice: 'Write the column alone.',
    sql: tableOf('select as value site from ads'),
    here: tableOf(SELECT),
  },
  'exists ( select [@from]': {
    written: 'select without columns',
    advice: 'Write select 1 from.',
    write: '1 from',
    sql: tableOf('select site from ads where exists (select from sites where id == site)'),
    here: tableOf('select site from ads where exists (select 1 from sites where id == site)'),
  },
  'is [@table] <name>': {
    written: 'table in place of a query',
    advice: 'Write select * from.',
    write: 'select * from',
    sql: tableOf('table ads'),
    here: tableOf('select * from ads'),
  },
  'is [@describe]': {
    advice: 'Point at the name of the table: its columns are shown there.',
    sql: tableOf('describe ads'),
    here: tableOf(SELECT),
  },
  '* [@like] <string>': {
    written: 'like behind *',
    advice: 'Write columns("^m_") with a regular expression.',
    sql: tableOf("select * like 'm_%' from ads"),
    here: tableOf('select columns("^m_") from ads'),
  },
  'with [@<number> as <name>]': {
    written: 'A value in with',
    advice: 'A constant is written let name is value; before the table.',
    sql: tableOf('with 5 as x select site from ads'),
    here: tableOf(SELECT),
  },
});
