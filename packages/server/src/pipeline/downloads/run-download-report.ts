import type { PlanValue } from '@switchboard/model';

/** What a download knows of its asynchronous report between two attempts. */
export type OrderedReport = {
  /** The connector's own words for the report that is being made; null when the next attempt orders one. */
  readonly report: PlanValue | null;
  /** Reports of this date that the provider has failed, of those that count as retries still. */
  readonly failed: number;
};

/**
 * Reads what was kept. Retries are for failures in a row, so that a look that says "not yet" forgets the failures before it;
 * but not the reports that failed: order, wait and failure would go round until nobody waits any more. The retries never
 * fall below the number of those, so that a smaller one tells that somebody has begun anew since.
 */
export function readReport(state: PlanValue | null, retryCount: number): OrderedReport {
  if (!isKept(state)) return { report: state, failed: 0 };
  return { report: state.report, failed: Math.min(state.failedReports, retryCount) };
}

/** As it is kept in the download's `state`: the connector's words alone as long as no report has failed. */
export function keepReport({ report, failed }: OrderedReport): PlanValue | null {
  return failed === 0 ? report : { failedReports: failed, report };
}

type Kept = { readonly failedReports: number; readonly report: PlanValue };

function isKept(state: PlanValue | null): state is Kept {
  return (
    typeof state === 'object' &&
    state !== null &&
    'failedReports' in state &&
    typeof state.failedReports === 'number' &&
    'report' in state
  );
}
