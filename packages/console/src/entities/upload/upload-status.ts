import { type StatusView, UPLOAD_STATUS_VIEWS, UPLOAD_UNFINISHED } from '@switchboard/model/status/status';
import type { Option } from '../../ui/filters/option.ts';
import { statusDescriber } from '../transfer/status/status-view.ts';

export const UPLOAD_STATUS_OPTIONS: readonly Option[] = [
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
  { value: 'unfinished', label: 'Unfinished' },
];

/** How an upload's status is shown; null for a status that this console does not know. */
export const describeUploadStatus = statusDescriber(UPLOAD_STATUS_VIEWS, {
  progress: ['uploading', 'loading'],
  retry: ['retrying'],
  rows: ['completed'],
  waiting: ['preparing', 'queued'],
});

/** Label and tone of an upload's status; one that this console does not know is shown as it is. */
export function uploadStatusView(status: string): StatusView {
  const views: Readonly<Record<string, StatusView>> = UPLOAD_STATUS_VIEWS;
  return views[status] ?? { label: status, tone: 'inactive' };
}

export function isUploadRunning(upload: { readonly status: string }): boolean {
  return UPLOAD_UNFINISHED.some((status) => status === upload.status);
}
