import type { DownloadStatus } from '@switchboard/model';

/** What becomes of a flow that waits for downloads. */
export type Sourcing = 'wait' | 'start' | 'fail' | 'abandon';

/**
 * Decides by the downloads a flow was launched ahead of. One that was ended by a person ends the flow for good; one that
 * failed ends it until that download is started again; neither waits for the others.
 */
export function decideSourcing(statuses: readonly DownloadStatus[]): Sourcing {
  if (statuses.some((status) => status === 'cancelled' || status === 'abandoned')) return 'abandon';
  // What was skipped has no rows of its own to read.
  if (statuses.some((status) => status === 'failed' || status === 'skipped')) return 'fail';
  return statuses.every((status) => status === 'completed' || status === 'STOPPED') ? 'start' : 'wait';
}
