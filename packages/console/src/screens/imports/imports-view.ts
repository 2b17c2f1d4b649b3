import type { JournalView } from '../../entities/journal/journal-kind.ts';

/** What the address of /imports/dashboard holds. */
export const IMPORTS_VIEW: JournalView = {
  groups: [
    { value: 'reportDate', label: 'Report date' },
    { value: 'downloadDate', label: 'Download date' },
  ],
  nameParameter: 'import_name',
};
