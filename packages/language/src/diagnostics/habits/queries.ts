import { syntaxHabits, tableOf } from './syntax-habit.ts';

const SELECT = 'select site, clicks from ads';
const KINDS = 'select kind from ads';
const BRACKETS = 'Put each query into brackets: (select …)';
const ALL_ROWS = 'union keeps all rows: write select distinct * from ((select …) union (select …)) as parts.';
const DISTINCT =
  'gives distinct rows. Where duplicates count, number them by row_number() over (partition by …) in both.';

const LEVELS =
  'Write a query for each level and combine them: (select a, b, sum(x) as n …) union (select a, cast(null as string) as b, sum(x) as n …).';
const SUMS = 'select site, kind, sum(clicks) as n from ads';
const TOTALS = tableOf(`(${SUMS}) union (select site, null as kind, sum(clicks) as n from ads)`);

function combined(query: string, operator: string): string {
  return tableOf(`(${query}) ${operator} (${query})`);
}

/** Queries that are combined with others. */
export const QUERY_HABITS = syntaxHabits('SBS1040', {
  '@union all': {
    advice: `${BRACKETS} union (select …). It keeps all rows, and matches columns by name.`,
    fix: 'bracket-queries',
    sql: tableOf(`${SELECT} union all ${SELECT}`),
    here: combined(SELECT, 'union'),
  },
  'union [@all] (': {
    advice: 'Remove all: union keeps all rows.',
    write: '',
    sql: tableOf(`(${SELECT}) union all (${SELECT})`),
    here: combined(SELECT, 'union'),
  },
  '@union distinct': {
    advice: ALL_ROWS,
    sql: tableOf(`${KINDS} union distinct ${KINDS}`),
    here: tableOf(`select distinct * from ((${KINDS}) union (${KINDS})) as parts`),
  },
  'union [@distinct] (': {
    written: 'union distinct',
    advice: ALL_ROWS,
    sql: tableOf(`(${KINDS}) union distinct (${KINDS})`),
    here: tableOf(`select distinct * from ((${KINDS}) union (${KINDS})) as parts`),
  },
  '@union': {
    written: 'union without brackets',
    advice: `${BRACKETS} union (select …). It keeps all rows, so select distinct from it where SQL removes duplicates.`,
    sql: tableOf(`${SELECT} union ${SELECT}`),
    here: combined(SELECT, 'union'),
  },
  '@except all': {
    advice: `${BRACKETS} except (select …). It ${DISTINCT}`,
    sql: tableOf(`${KINDS} except all ${KINDS}`),
    here: combined(KINDS, 'except'),
  },
  'except [@all] (': {
    written: 'except all',
    advice: `except ${DISTINCT}`,
    sql: tableOf(`(${KINDS}) except all (${KINDS})`),
    here: combined(KINDS, 'except'),
  },
  '@intersect all': {
    advice: `${BRACKETS} intersect (select …). It ${DISTINCT}`,
    sql: tableOf(`${KINDS} intersect all ${KINDS}`),
    here: combined(KINDS, 'intersect'),
  },
  'intersect [@all] (': {
    written: 'intersect all',
    advice: `intersect ${DISTINCT}`,
    sql: tableOf(`(${KINDS}) intersect all (${KINDS})`),
    here: combined(KINDS, 'intersect'),
  },
  '@except distinct': {
    advice: `${BRACKETS} except (select …). It gives distinct rows.`,
    fix: 'bracket-queries',
    sql: tableOf(`${KINDS} except distinct ${KINDS}`),
    here: combined(KINDS, 'except'),
  },
  'except [@distinct] (': {
    advice: 'Remove distinct: except gives distinct rows.',
    write: '',
    sql: tableOf(`(${KINDS}) except distinct (${KINDS})`),
    here: combined(KINDS, 'except'),
  },
  '@intersect distinct': {
    advice: `${BRACKETS} intersect (select …). It gives distinct rows.`,
    fix: 'bracket-queries',
    sql: tableOf(`${KINDS} intersect distinct ${KINDS}`),
    here: combined(KINDS, 'intersect'),
  },
  'intersect [@distinct] (': {
    advice: 'Remove distinct: intersect gives distinct rows.',
    write: '',
    sql: tableOf(`(${KINDS}) intersect distinct (${KINDS})`),
    here: combined(KINDS, 'intersect'),
  },
  '@except': {
    written: 'except without brackets',
    advice: `${BRACKETS} except (select …). It matches columns by name.`,
    fix: 'bracket-queries',
    sql: tableOf(`${KINDS} except ${KINDS}`),
    here: combined(KINDS, 'except'),
  },
  '@intersect': {
    written: 'intersect without brackets',
    advice: `${BRACKETS} intersect (select …). It matches columns by name.`,
    fix: 'bracket-queries',
    sql: tableOf(`${KINDS} intersect ${KINDS}`),
    here: combined(KINDS, 'intersect'),
  },
  '[@minus] select': {
    advice: `${BRACKETS} except (select …). It matches columns by name.`,
    fix: 'bracket-queries',
    sql: tableOf(`${KINDS} minus ${KINDS}`),
    here: combined(KINDS, 'except'),
  },
  '[@minus] (': {
    advice: 'Write except between queries in brackets: (select …) except (select …).',
    write: 'except',
    sql: tableOf(`(${KINDS}) minus (${KINDS})`),
    here: combined(KINDS, 'except'),
  },
  '@pivot (': {
    written: 'pivot behind a table',
    advice: "Write it as a query: from (pivot table on column in ('a', 'b') using sum(value)) as name.",
    sql: tableOf("select * from ads pivot (sum(clicks) for kind in ('a', 'b')) as p"),
    here: tableOf("select * from (pivot ads on kind in ('a', 'b') using sum(clicks)) as p"),
  },
  '@unpivot (': {
    written: 'unpivot behind a table',
    advice: 'Write it as a query: from (unpivot table on column, column into name, value) as name.',
    sql: tableOf('select * from ads unpivot (value for name in (m_one, m_two)) as u'),
    here: tableOf('select * from (unpivot ads on m_one, m_two into name, value) as u'),
  },
  'pivot <name> on <name> [@using]': {
    written: 'pivot without values',
    advice: "List the values, because its columns are known before any row: on column in ('a', 'b').",
    sql: tableOf('pivot ads on kind using sum(clicks)'),
    here: tableOf("pivot ads on kind in ('a', 'b') using sum(clicks)"),
  },
  '[pivot @(]': {
    written: 'pivot of a query',
    advice: 'Name the query before: with part as (select …) pivot part on ….',
    sql: tableOf("pivot (select kind, clicks from ads) on kind in ('a') using sum(clicks)"),
    here: tableOf("with part as (select kind, clicks from ads) pivot part on kind in ('a') using sum(clicks)"),
  },
  '[@rollup] (': { advice: LEVELS, sql: tableOf(`${SUMS} group by rollup (site, kind)`), here: TOTALS },
  '[@cube] (': { advice: LEVELS, sql: tableOf(`${SUMS} group by cube (site, kind)`), here: TOTALS },
  '@grouping sets': {
    advice: LEVELS,
    sql: tableOf(`${SUMS} group by grouping sets ((site, kind), (site))`),
    here: TOTALS,
  },
  '@with rollup': { advice: LEVELS, sql: tableOf(`${SUMS} group by site, kind with rollup`), here: TOTALS },
  '[generate_series] @(': {
    advice: "For dates, write from dates(first, last, 'day').",
    sql: tableOf("select site, d.date from ads cross join generate_series('2026-01-01', '2026-01-31') as d"),
    here: tableOf("select site, d.date from ads cross join dates('2026-01-01', '2026-01-31') as d"),
  },
  'unnest @( generate_date_array': {
    written: 'unnest of generated dates',
    advice: "Write from dates(first, last, 'day').",
    sql: tableOf("select site, d.date from ads cross join unnest(generate_date_array('2026-01-01', today())) as d"),
    here: tableOf("select site, d.date from ads cross join dates('2026-01-01', today()) as d"),
  },
  '[@groups] between': {
    advice: 'Write rows between, which counts rows, or range between, which measures distances.',
    sql: tableOf('select sum(clicks) over (order by clicks groups between 1 preceding and current row) as n from ads'),
    here: tableOf('select sum(clicks) over (order by clicks range between 1 preceding and current row) as n from ads'),
  },
});
