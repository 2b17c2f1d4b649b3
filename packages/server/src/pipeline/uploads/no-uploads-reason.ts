import type { DirtyRowStatus, DownloadStatus } from '@switchboard/model/status/status';
import { DOWNLOAD_UNFINISHED } from '@switchboard/model/status/status';

/** Known facts about a download and the uploads that it may feed. */
export type UploadsOutlook = {
  readonly status: DownloadStatus;
  readonly dirty: DirtyRowStatus;
  /** Uploads made from it so far. */
  readonly uploads: number;
  /** Flows that read it and are not over. */
  readonly runningFlows: number;
  /** Flows that read it and are over. */
  readonly endedFlows: number;
  /** Whether one of them left rows of an earlier result at its destination. */
  readonly keepsRows: boolean;
  /** Whether any upload declaration reads one of its tables. */
  readonly connected: boolean;
};

export const NO_UPLOADS_REASONS = {
  allDirty: 'Processing failed; all rows are dirty.',
  failed: 'Uploads will not appear as downloads failed.',
  notScheduled: 'Processing for this download will be scheduled within the hour.',
  kept: 'Query has completed without rows; rows that were uploaded before stay at the destination.',
  none: 'Query has completed successfully, no uploads will result.',
  unfinished: 'Uploads will appear once downloads are completed.',
} as const;

/** Why a download has no uploads, or none yet; empty when it has. */
export function noUploadsReason(facts: UploadsOutlook): string {
  if (facts.uploads > 0) return '';
  if (DOWNLOAD_UNFINISHED.includes(facts.status)) return NO_UPLOADS_REASONS.unfinished;
  if (facts.dirty === 'all') return NO_UPLOADS_REASONS.allDirty;
  if (facts.status === 'failed' || facts.status === 'cancelled' || facts.status === 'abandoned')
    return NO_UPLOADS_REASONS.failed;
  if (facts.status === 'skipped' || !facts.connected) return NO_UPLOADS_REASONS.none;
  if (facts.runningFlows > 0 || facts.endedFlows === 0) return NO_UPLOADS_REASONS.notScheduled;
  return facts.keepsRows ? NO_UPLOADS_REASONS.kept : NO_UPLOADS_REASONS.none;
}
