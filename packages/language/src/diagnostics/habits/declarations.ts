import { syntaxHabits } from './syntax-habit.ts';

const column = (rest: string): string =>
  `download d from { type: "web"; url: "https://example.com/d"; } using { a: integer${rest}; };`;
const NO_KEY = 'Columns have no keys. For one row per key, write table name is upsert … by key.';
const QUERY = 'select site from ads;';

/** Signs that stand for other things elsewhere, so that all other habits come first. */
export const PATH_HABITS = syntaxHabits('SBS1041', {
  '<name> [@: <name>]': {
    written: 'A path with a colon',
    advice: "Write extra.user, or extra['user'].",
    write: '.$2',
    sql: 'table t is select extra:user as v from ads;',
    here: 'table t is select extra.user as v from ads;',
  },
});

/** Words in declarations. */
export const DECLARATION_HABITS = syntaxHabits('SBS1043', {
  '[@<name>] is select': {
    written: 'A name without table',
    advice: 'Write table before it.',
    write: 'table $1',
    sql: `t is ${QUERY}`,
    here: `table t is ${QUERY}`,
  },
  'table <name> [@as]': {
    written: 'as before a query',
    advice: 'Write is.',
    write: 'is',
    sql: `table t as ${QUERY}`,
    here: `table t is ${QUERY}`,
  },
  'table <name> [@=]': {
    written: '= before a query',
    advice: 'Write is.',
    write: 'is',
    sql: `table t = ${QUERY}`,
    here: `table t is ${QUERY}`,
  },
  'table <name> [@:]': {
    written: ': before a query',
    advice: 'Write is.',
    write: 'is',
    sql: `table t : ${QUERY}`,
    here: `table t is ${QUERY}`,
  },
  'table <name> [@(]': {
    written: 'A table with column definitions',
    advice: 'A table is a query: table name is select … ; the columns of a file are declared by its download.',
    sql: 'table t (a integer);',
    here: `table t is ${QUERY}`,
  },
  'upload <name> [@into]': {
    written: 'into',
    advice: 'Write to.',
    write: 'to',
    sql: 'upload ads into { type: "disk"; path: "a.csv"; };',
    here: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  '@primary key': { advice: NO_KEY, sql: column(' primary key'), here: column('') },
  '@unique': { advice: NO_KEY, sql: column(' unique'), here: column('') },
  '@references': {
    advice: 'Remove it: tables are joined by conditions.',
    sql: column(' references b'),
    here: column(''),
  },
  '@default': { advice: 'Write coalesce(column, value) in a table.', sql: column(' default 0'), here: column('') },
  '@auto_increment': { advice: 'Remove it.', write: '', sql: column(' auto_increment'), here: column(' ') },
  '@null ;': {
    written: 'null after a type',
    advice: 'Remove it: columns are nullable.',
    write: ';',
    sql: column(' null'),
    here: column(' '),
  },
});
