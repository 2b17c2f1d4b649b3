/** Words that SQL dialects read as values, and what to write in their place. */
export const WORD_HABITS: Readonly<Record<string, string>> = {
  current_date: 'today()',
  curdate: 'today()',
  today: 'today()',
  current_timestamp: 'now()',
  localtimestamp: 'now()',
  sysdate: 'now()',
  systimestamp: 'now()',
  getdate: 'now()',
  now: 'now()',
  none: 'null',
  _partitiondate: 'report_date',
  _partitiontime: 'report_date',
  _file_name: 'filename',
  _filename: 'filename',
};

/** Tables of dialects that are always there. */
export const TABLE_ADVICE: Readonly<Record<string, string>> = {
  dual: 'Write the values as a table: table name is values (1, 2) as (a, b);',
  information_schema: 'Tables and their columns are listed in the console.',
};

/** Words that stand for something which is written in another place here. */
export const WORD_ADVICE: Readonly<Record<string, string>> = {
  rownum: 'Write order by and limit at the end of the query.',
  rowid: 'Write row_number() over (order by …).',
  level: 'Tables cannot refer to themselves. Declare a table for each level.',
  _table_suffix: 'Write filename, or report_date where names end in a date.',
};
