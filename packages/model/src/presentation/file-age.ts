import { parseTimestamp } from '../format.ts';
import { LIMITS } from '../limits.ts';

const DAY_MS = 86_400_000;

/** Shown where a sample cannot be downloaded any more. */
export const SAMPLE_EXPIRED = 'Samples are expired after 30 days.';
/** Shown where dirty rows cannot be downloaded any more. */
export const FILE_TOO_OLD = 'Downloading files over 30 days old is not supported.';
const SAMPLE_NOT_READY = 'Only enabled when the Download is completed.';

/**
 * Whether the samples and dirty rows of a download are older than their limit and removed; never before it has finished.
 * @param finished a timestamp, or null
 * @param now milliseconds since the epoch
 */
export function areFilesExpired(finished: string | null, now: number): boolean {
  const end = finished === null ? null : parseTimestamp(finished);
  return end !== null && now - end.getTime() > LIMITS.sampleAgeDays * DAY_MS;
}

/** Why dirty rows of a download cannot be downloaded; null when they can. */
export function dirtyRowsRefusal(finished: string | null, now: number): string | null {
  return areFilesExpired(finished, now) ? FILE_TOO_OLD : null;
}

export type SampleMode = 'ready' | 'loading' | 'error' | 'expired';

export type SampleButton = {
  readonly mode: SampleMode;
  readonly isDisabled: boolean;
  /** Null when the label says all. */
  readonly tooltip: string | null;
};

export type SampleFacts = {
  readonly download: { readonly status: string; readonly finished: string | null };
  readonly isLoading: boolean;
  /** The message of the last failure; null when the last download succeeded or none was made. */
  readonly failure: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** The button that downloads a sample. */
export function sampleButton({ download, isLoading, failure, now }: SampleFacts): SampleButton {
  if (areFilesExpired(download.finished, now)) return { mode: 'expired', isDisabled: true, tooltip: SAMPLE_EXPIRED };
  if (download.status !== 'completed' && download.status !== 'STOPPED')
    return { mode: 'ready', isDisabled: true, tooltip: SAMPLE_NOT_READY };
  if (isLoading) return { mode: 'loading', isDisabled: true, tooltip: null };
  if (failure === null) return { mode: 'ready', isDisabled: false, tooltip: null };
  return {
    mode: 'error',
    isDisabled: false,
    // The tooltip ends the sentence.
    tooltip: `There was an error downloading samples: ${failure.replace(/\.$/, '')}. Click to Retry.`,
  };
}

/** The name of a sample whose response names none: "2026-11-20T06-02-11_samples.txt". */
export function sampleFileName(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}_samples.txt`;
}
