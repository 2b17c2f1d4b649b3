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
  _partitiondate: 'report_date',
  _partitiontime: 'report_date',
  _file_name: 'filename',
  _filename: 'filename',
};
