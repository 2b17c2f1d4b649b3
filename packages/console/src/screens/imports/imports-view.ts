import type { JournalView } from '../../entities/journal/journal-kind.ts';

/** Address parameters of /imports/dashboard. */
export const IMPORTS_VIEW: JournalView = {
  groups: [
    { value: 'reportDate', label: 'Report date' },
    { value: 'downloadDate', label: 'Download date' },
  ],
  nameParameter: 'import_name',
};
