import type { JournalView } from '../../entities/journal/journal-kind.ts';

/** Address parameters of /exports/dashboard. */
export const EXPORTS_VIEW: JournalView = {
  groups: [
    { value: 'reportDate', label: 'Report date' },
    { value: 'uploadDate', label: 'Upload date' },
  ],
  nameParameter: 'export_name',
};
