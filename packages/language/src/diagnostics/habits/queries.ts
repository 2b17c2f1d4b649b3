import { syntaxHabits, tableOf } from './syntax-habit.ts';

const SELECT = 'select site, clicks from ads';
const KINDS = 'select kind from ads';
const BRACKETS = 'Put each query into brackets: (select …)';
const ALL_ROWS = 'union keeps all rows: write select distinct * from ((select …) union (select …)) as parts.';
const DISTINCT =
  'gives distinct rows. Where duplicates count, number them by row_number() over (partition by …) in both.';

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
});
