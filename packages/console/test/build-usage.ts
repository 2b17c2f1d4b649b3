import type { UsageReport } from '../src/entities/usage/usage-report.ts';

/** A rows report with rows in the current month, without a contract. */
export function buildUsageReport(patch: Partial<UsageReport> = {}): UsageReport {
  const typed = { __typename: 'RowsReport' };
  return {
    ...typed,
    rows: [],
    contracted: null,
    forecast: 500,
    backfillRowCount: 2_000,
    productionRowCount: 3_000,
    testRowCount: 400,
    isVisibleForCustomer: true,
    ...patch,
  };
}

/** A row of a rows report. */
export function buildUsageRow(patch: Partial<UsageReport['rows'][number]>): UsageReport['rows'][number] {
  const typed = { __typename: 'RowsReportRow' };
  const now = new Date();
  return {
    ...typed,
    project: null,
    purpose: null,
    year: now.getUTCFullYear(),
    month: now.getUTCMonth() + 1,
    totalRowCount: 0,
    totalByteCount: 0,
    ...patch,
  };
}
