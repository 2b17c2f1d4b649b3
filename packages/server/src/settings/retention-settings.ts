import { MAX_KEPT_DAYS, MIN_KEPT_DAYS, MIN_LISTED_DAYS, type Retention } from '@switchboard/model/kept/retention';
import { number } from './setting-schemas.ts';

const days = number(MIN_KEPT_DAYS, MAX_KEPT_DAYS);
const setting = (what: string) => ({
  doc: `Days after which ${what}, for accounts that set none of their own. Without it they are kept. See docs/operations.md.`,
  fallback: '',
  schema: days,
});

/** How long data of ended runs, and deactivated accounts, are kept. */
export const RETENTION_SETTINGS = {
  ERASE_ACCOUNTS_AFTER_DAYS: {
    doc: 'Days after which a deactivated account is erased, with its rows, files, secrets and audit log. Without it only administrators erase accounts. See docs/security.md.',
    fallback: '',
    schema: number(1, 36_500),
  },
  KEEP_RAW_FILES_DAYS: setting('the raw files of downloads are removed'),
  KEEP_TABLES_DAYS: setting('the loaded rows of downloads are removed'),
  KEEP_RESULTS_DAYS: setting('the results of uploads are removed'),
  KEEP_SAMPLES_DAYS: setting('samples, rejected rows and rows that contradict assertions are removed'),
  KEEP_EVENTS_DAYS: setting('the events of ended runs are removed'),
  KEEP_UNITS_DAYS: {
    ...setting('ended runs that newer ones replaced, and tests, whose files were removed, move to the archive'),
    schema: number(MIN_LISTED_DAYS, MAX_KEPT_DAYS),
  },
  KEEP_ARCHIVE_DAYS: setting('archived runs are exported to the file store, and removed'),
} as const;

/** @param read the days of a setting; null without them */
export const retentionOf = (read: (name: keyof typeof RETENTION_SETTINGS) => number | null): Retention => ({
  raw_files: read('KEEP_RAW_FILES_DAYS'),
  tables: read('KEEP_TABLES_DAYS'),
  results: read('KEEP_RESULTS_DAYS'),
  samples: read('KEEP_SAMPLES_DAYS'),
  events: read('KEEP_EVENTS_DAYS'),
  units: read('KEEP_UNITS_DAYS'),
  archive: read('KEEP_ARCHIVE_DAYS'),
});
