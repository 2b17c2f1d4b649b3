import { UploadCountsDocument } from '../../api/generated/documents/upload-counts.ts';
import type { UploadCountsQuery, UploadCountsQueryVariables } from '../../api/generated/graphql.ts';
import type { StripDescription } from '../../api/lists/state-strip.tsx';
import { TRANSFER_STRIP } from '../../entities/transfer/transfer-filters.ts';

/** Uploads that failed, are running or late. */
export const UPLOAD_STRIP: StripDescription<UploadCountsQuery, UploadCountsQueryVariables> = {
  ...TRANSFER_STRIP,
  label: 'Uploads by state',
  document: UploadCountsDocument,
  states: [
    { value: 'failed', label: 'failed', tone: 'error', select: (data) => data.upload_counts.failed },
    { value: 'unfinished', label: 'running', tone: 'working', select: (data) => data.upload_counts.running },
    { value: 'late', label: 'late', tone: 'warning', icon: 'waiting', select: (data) => data.upload_counts.late },
  ],
};
