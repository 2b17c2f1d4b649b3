import { DownloadCountsDocument } from '../../api/generated/documents/download-counts.ts';
import type { DownloadCountsQuery, DownloadCountsQueryVariables } from '../../api/generated/graphql.ts';
import type { StripDescription } from '../../api/lists/state-strip.tsx';
import { TRANSFER_STRIP } from '../../entities/transfer/transfer-filters.ts';

/** Downloads that failed, have dirty rows, are running or late. */
export const DOWNLOAD_STRIP: StripDescription<DownloadCountsQuery, DownloadCountsQueryVariables> = {
  ...TRANSFER_STRIP,
  label: 'Downloads by state',
  document: DownloadCountsDocument,
  states: [
    { value: 'failed', label: 'failed', tone: 'error', select: (data) => data.download_counts.failed },
    { value: 'dirty', label: 'dirty', tone: 'warning', select: (data) => data.download_counts.dirty },
    { value: 'unfinished', label: 'running', tone: 'working', select: (data) => data.download_counts.running },
    { value: 'late', label: 'late', tone: 'warning', icon: 'waiting', select: (data) => data.download_counts.late },
  ],
};
