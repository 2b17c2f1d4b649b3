/** A statement of SQL dialects by its first word, and what to write in its place. */
export type StatementHabit = { readonly advice: string; readonly sql: string };

const QUERY = 'table name is select … ;';
const NO_CHANGE = `Rows are not changed in place. Write a table with the rows that you need: ${QUERY}`;
const NO_STATE = 'Tables and files come and go with the script. Remove it.';

const CONSTANT = 'A constant is written let name is value;';

export const STATEMENT_HABITS: Readonly<Record<string, StatementHabit>> = {
  create: { advice: `Write ${QUERY}`, sql: 'create index i on ads (site);' },
  select: { advice: `A query needs a name: ${QUERY}`, sql: 'select site from ads;' },
  with: {
    advice: 'A query needs a name: table name is with … ;',
    sql: 'with r as (select site from ads) select * from r;',
  },
  values: { advice: `A query needs a name: ${QUERY}`, sql: 'values (1, 2);' },
  insert: {
    advice: `Write ${QUERY} and upload it to where the rows should go.`,
    sql: 'insert into t select site from ads;',
  },
  delete: { advice: `${NO_CHANGE} with a where that leaves rows out.`, sql: 'delete from ads where clicks == 0;' },
  update: { advice: NO_CHANGE, sql: "update ads set site = 'a';" },
  merge: {
    advice: 'Write table name is upsert … by key; it keeps one row for each key.',
    sql: 'merge into ads using sites on site == id;',
  },
  truncate: { advice: 'Upload with mode: "truncate", which replaces all rows.', sql: 'truncate table ads;' },
  drop: { advice: NO_STATE, sql: 'drop table ads;' },
  alter: { advice: 'Change the declaration of the table itself.', sql: 'alter table ads add column x integer;' },
  copy: {
    advice: 'Write a download for files to read, an upload for files to write.',
    sql: "copy ads from 'ads.csv';",
  },
  load: {
    advice: 'Write a download: download name from { … } using { … };',
    sql: "load data infile 'ads.csv' into table ads;",
  },
  unload: { advice: 'Write an upload: upload name to { … };', sql: "unload ('select 1') to 's3://x';" },
  grant: { advice: 'Access is given to people, not to tables. Remove it.', sql: 'grant select on ads to ana;' },
  revoke: { advice: 'Access is given to people, not to tables. Remove it.', sql: 'revoke select on ads from ana;' },
  set: { advice: 'A constant is written let name is value; settings are not needed.', sql: 'set search_path = a;' },
  use: { advice: 'All tables of the account share one namespace. Remove it.', sql: 'use warehouse;' },
  declare: { advice: CONSTANT, sql: 'declare x integer;' },
  const: { advice: CONSTANT, sql: 'const vat = 0.19;' },
  var: { advice: CONSTANT, sql: 'var vat = 0.19;' },
  define: { advice: CONSTANT, sql: 'define vat = 0.19;' },
  begin: { advice: 'Each upload is committed as a whole. Remove it.', sql: 'begin;' },
  commit: { advice: 'Each upload is committed as a whole. Remove it.', sql: 'commit;' },
  rollback: { advice: 'Each upload is committed as a whole. Remove it.', sql: 'rollback;' },
  explain: {
    advice: `A query needs a name: ${QUERY} Its lineage is shown with it.`,
    sql: 'explain select site from ads;',
  },
  describe: { advice: 'Point at the name of the table: its columns are shown there.', sql: 'describe ads;' },
  show: { advice: 'Tables and their columns are listed in the console. Remove it.', sql: 'show tables;' },
  call: { advice: `There are no procedures. Write ${QUERY}`, sql: 'call refresh();' },
  exec: { advice: `There are no procedures. Write ${QUERY}`, sql: 'exec refresh;' },
  execute: { advice: `There are no procedures. Write ${QUERY}`, sql: 'execute refresh;' },
  vacuum: { advice: NO_STATE, sql: 'vacuum ads;' },
  analyze: { advice: NO_STATE, sql: 'analyze ads;' },
  attach: {
    advice: 'Write a download for what it holds: download name from { … } using { … };',
    sql: "attach 'x.db';",
  },
  detach: { advice: NO_STATE, sql: 'detach x;' },
  pragma: { advice: 'Settings are not needed. Remove it.', sql: 'pragma enable_progress_bar;' },
  install: { advice: 'Connectors and formats are there from the start. Remove it.', sql: 'install httpfs;' },
  cache: { advice: NO_STATE, sql: 'cache table ads;' },
  refresh: { advice: NO_STATE, sql: 'refresh table ads;' },
  optimize: { advice: NO_STATE, sql: 'optimize ads;' },
  go: { advice: 'Declarations end with a semicolon. Remove it.', sql: 'go' },
  view: { advice: `Write ${QUERY}`, sql: 'view v as select site from ads;' },
};
