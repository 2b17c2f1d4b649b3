import type { JournalView } from '../../entities/journal/journal-kind.ts';

/** What the address of /exports/dashboard holds. */
export const EXPORTS_VIEW: JournalView = {
  groups: [
    { value: 'reportDate', label: 'Report date' },
    { value: 'uploadDate', label: 'Upload date' },
  ],
  nameParameter: 'export_name',
};
