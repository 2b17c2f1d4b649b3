import { DOWNLOAD_STATUS_VIEWS, DOWNLOAD_UNFINISHED, downloadTone } from '@switchboard/model/status/status';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import type { Option } from '../../ui/filters/option.ts';
import { dirtyStatusOf } from '../download-part/dirty-rows.ts';
import { type DescribedStatus, statusDescriber } from '../transfer/status/status-view.ts';

export const DOWNLOAD_STATUS_OPTIONS: readonly Option[] = [
  { value: 'completed', label: 'Completed' },
  { value: 'dirtyEqualsNewDirty', label: 'All dirty rows are new' },
  { value: 'newDirtyGreaterThanDirty', label: 'More new dirty rows than dirty rows' },
  { value: 'failed', label: 'Failed' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'unfinished', label: 'Unfinished' },
];

const describeStatus = statusDescriber(DOWNLOAD_STATUS_VIEWS, {
  progress: ['downloading', 'unpacking'],
  retry: ['retrying'],
  waiting: ['queued', 'requested'],
  rows: ['completed', 'STOPPED'],
});

/** How a download's status is shown; null for a status that this console does not know. */
export function describeDownloadStatus(download: DownloadRowFragment): DescribedStatus | null {
  const described = describeStatus(download.status);
  if (described === null) return null;
  const tone = downloadTone(described.status, dirtyStatusOf(download));
  // The word of an error must not read as a success.
  const label = described.detail === 'rows' && tone === 'error' ? 'All rows dirty' : described.label;
  return { ...described, label, tone };
}

export function isDownloadRunning(download: { readonly status: string }): boolean {
  return DOWNLOAD_UNFINISHED.some((status) => status === download.status);
}
