import {
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_STATUSES,
  DOWNLOAD_UNFINISHED,
  type DownloadStatus,
  downloadTone,
} from '@switchboard/model';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import type { Option } from '../../ui/filters/choice-chip.tsx';
import type { DescribedStatus } from '../transfer/status-view.ts';
import { dirtyStatusOf } from './dirty-rows.ts';

const DETAILS: Readonly<Partial<Record<DownloadStatus, DescribedStatus['detail']>>> = {
  downloading: 'progress',
  unpacking: 'progress',
  retrying: 'retry',
  queued: 'next-probe',
  requested: 'next-probe',
  completed: 'rows',
  STOPPED: 'rows',
};

export const DOWNLOAD_STATUS_OPTIONS: readonly Option[] = [
  { value: 'completed', label: 'Completed' },
  { value: 'dirtyEqualsNewDirty', label: 'All dirty rows are new' },
  { value: 'newDirtyGreaterThanDirty', label: 'More new dirty rows than dirty rows' },
  { value: 'failed', label: 'Failed' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'unfinished', label: 'Unfinished' },
];

/** How a download's status is shown; null for a status that this console does not know. */
export function describeDownloadStatus(download: DownloadRowFragment): DescribedStatus | null {
  const status = DOWNLOAD_STATUSES.find((candidate) => candidate === download.status);
  if (status === undefined) return null;
  return {
    tone: downloadTone(status, dirtyStatusOf(download)),
    label: DOWNLOAD_STATUS_VIEWS[status].label,
    detail: DETAILS[status] ?? 'message',
  };
}

export function isDownloadRunning(download: { readonly status: string }): boolean {
  return DOWNLOAD_UNFINISHED.some((status) => status === download.status);
}
