/** Outcome of a report date for a download or an upload, newest first where listed. */
export type DateOutcome = { readonly reportDate: string | null; readonly failed: boolean };

/**
 * Whether a declaration is to be suspended: its last `limit` report dates all failed. Several failures of one date count once,
 * and any success ends the row.
 * @param outcomes ended runs, the latest first
 */
export function shouldSuspend(outcomes: readonly DateOutcome[], limit: number): boolean {
  const failed = new Set<string | null>();
  for (const outcome of outcomes) {
    if (!outcome.failed) return false;
    failed.add(outcome.reportDate);
    if (failed.size >= limit) return true;
  }
  return false;
}
