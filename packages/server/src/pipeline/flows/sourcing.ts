import {
  type DirtyRowStatus,
  DOWNLOAD_FINAL,
  type DownloadStatus,
  hasGoodRows,
} from '@switchboard/model/status/status';

/** A download that a flow waits for. */
export type SourcingDownload = { readonly status: DownloadStatus; readonly dirty: DirtyRowStatus };

/** Next step of a flow that waits for downloads. */
export type Sourcing = 'wait' | 'start' | 'fail' | 'abandon';

/**
 * Decides by the downloads that a flow waits for. One that a person ended ends the flow permanently; one that failed ends it
 * until that download is started again; neither waits for the others.
 */
export function decideSourcing(downloads: readonly SourcingDownload[]): Sourcing {
  if (downloads.some(({ status }) => status === 'cancelled' || status === 'abandoned')) return 'abandon';
  if (downloads.some(hasNoRows)) return 'fail';
  return downloads.every(({ status, dirty }) => hasGoodRows(status, dirty)) ? 'start' : 'wait';
}

/** Whether a download is over without rows to read: it failed, was the same report again, or has only dirty rows. */
export function hasNoRows({ status, dirty }: SourcingDownload): boolean {
  return status === 'failed' || status === 'skipped' || (DOWNLOAD_FINAL.includes(status) && dirty === 'all');
}
