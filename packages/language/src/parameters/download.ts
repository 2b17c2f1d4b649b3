import type { ParameterSpec } from '@switchboard/model';
import { DEFAULT_LOOKBACK_DAYS, DEFAULT_TIMEZONE } from '@switchboard/model';
import { DAY_NAMES } from './schedule.ts';

/** Parameters that every download takes, besides those of its connector. */
export const COMMON_DOWNLOAD_PARAMETERS: readonly ParameterSpec[] = [
  { name: 'type', type: 'string', required: true, doc: 'The connector, or connector:report.' },
  { name: 'key', type: 'string', required: false, doc: 'The name of a stored key.' },
  { name: 'period_hours', type: 'integer', required: false, minimum: 1, maximum: 24, group: 'schedule', doc: 'Runs every so many hours, from midnight.' },
  { name: 'hour_of_day', type: 'integers', single: true, required: false, minimum: 0, maximum: 23, group: 'schedule', doc: 'Runs at these hours.' },
  { name: 'delay_hours', type: 'integer', required: false, minimum: 0, maximum: 72, group: 'schedule', doc: "Runs so many hours after the report date's end at midnight." },
  { name: 'day_of_week', type: 'strings', single: true, required: false, allowed: [...DAY_NAMES, 0, 1, 2, 3, 4, 5, 6], doc: 'Runs only on these days, by name or from Sunday 0.' },
  { name: 'day_of_month', type: 'integers', single: true, required: false, minimum: 1, maximum: 31, doc: 'Runs only on these days; 31 is also the last day of shorter months.' },
  { name: 'timezone', type: 'string', required: false, default: DEFAULT_TIMEZONE, syntax: 'timezone', doc: 'The IANA timezone of the schedule.' },
  { name: 'repull_days', type: 'integers', single: true, required: false, minimum: 1, maximum: 365, doc: 'Past report dates to fetch again on each run; N means 1 to N days before.' },
  { name: 'lookback_days', type: 'integer', required: false, minimum: 0, maximum: 365, default: DEFAULT_LOOKBACK_DAYS, doc: 'How many days back missed report dates are looked for.' },
  { name: 'pattern', type: 'string', required: false, group: 'files', syntax: 'pattern', doc: 'Which files to take; * stands for anything but /, ** also for /.' },
  { name: 'regex', type: 'string', required: false, group: 'files', syntax: 'regex', doc: 'Which files to take, as a regular expression.' },
  { name: 'datetime_pattern', type: 'string', required: false, syntax: 'datetime_pattern', doc: 'Where the date stands in the file name: YYYY YY MM M DD D HH, * for anything.' },
  { name: 'subject_datetime_pattern', type: 'string', required: false, syntax: 'datetime_pattern', doc: 'Where the date stands in the subject of a mail.' },
  { name: 'delivery_delay_days', type: 'integer', required: false, minimum: 0, maximum: 365, doc: 'Without a date, the report date is that of delivery minus so many days.' },
  { name: 'format', type: 'string', required: false, allowed: ['csv', 'tsv', 'psv', 'json', 'jsonl', 'parquet', 'xlsx', 'xml', 'avro'], doc: 'The format of the files, else told by their extension and content.' },
  { name: 'compression', type: 'string', required: false, allowed: ['gzip', 'zip', 'bzip2', 'zstd', 'none'], doc: 'The compression of the files, else detected.' },
  { name: 'encoding', type: 'string', required: false, allowed: ['utf-8', 'utf-16', 'latin-1', 'windows-1252'], doc: 'The encoding of the files, else detected.' },
  { name: 'delimiter', type: 'string', required: false, doc: 'The character between the fields of a CSV file.' },
  { name: 'quote', type: 'string', required: false, doc: 'The quotation mark of a CSV file.' },
  { name: 'escape', type: 'string', required: false, doc: 'The escape character of a CSV file.' },
  { name: 'header', type: 'boolean', required: false, default: true, doc: 'Whether the first line of a CSV file names the columns.' },
  { name: 'skip_rows', type: 'integer', required: false, minimum: 0, maximum: 1000000, doc: 'Lines to leave out at the start of a file.' },
  { name: 'skip_footer', type: 'integer', required: false, minimum: 0, maximum: 1000000, doc: 'Lines to leave out at the end of a file.' },
  { name: 'null_values', type: 'strings', single: true, required: false, doc: 'Texts that mean null.' },
  { name: 'records', type: 'string', required: false, doc: 'Where the rows are in a JSON answer, such as data.rows.' },
];
