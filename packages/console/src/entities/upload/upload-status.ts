import { UPLOAD_STATUS_VIEWS, UPLOAD_STATUSES, UPLOAD_UNFINISHED, type UploadStatus } from '@switchboard/model';
import type { Option } from '../../ui/filters/choice-chip.tsx';
import type { DescribedStatus } from '../transfer/status-view.ts';

const DETAILS: Readonly<Partial<Record<UploadStatus, DescribedStatus['detail']>>> = {
  uploading: 'progress',
  loading: 'progress',
  retrying: 'retry',
  preparing: 'none',
  queued: 'none',
  completed: 'rows',
};

export const UPLOAD_STATUS_OPTIONS: readonly Option[] = [
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
  { value: 'unfinished', label: 'Unfinished' },
];

/** How an upload's status is shown; null for a status that this console does not know. */
export function describeUploadStatus(upload: { readonly status: string }): DescribedStatus | null {
  const status = UPLOAD_STATUSES.find((candidate) => candidate === upload.status);
  return status === undefined ? null : { ...UPLOAD_STATUS_VIEWS[status], detail: DETAILS[status] ?? 'message' };
}

export function isUploadRunning(upload: { readonly status: string }): boolean {
  return UPLOAD_UNFINISHED.some((status) => status === upload.status);
}
