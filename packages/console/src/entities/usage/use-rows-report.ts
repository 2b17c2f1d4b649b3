import { useCallback } from 'react';
import { useQuery } from 'urql';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { RowsReportDocument } from '../../api/generated/documents/usage.ts';
import type { RowsReportQueryVariables } from '../../api/generated/graphql.ts';
import type { UsageReport } from './usage-report.ts';

export type RowsReport = {
  /** Undefined until it is loaded; null when the account does not show it to the person. */
  readonly report: UsageReport | null | undefined;
  readonly failure: Failure | null;
  /** Whether the report is that of former variables. */
  readonly stale: boolean;
  readonly refresh: () => void;
};

/** The rows report of the account. */
export function useRowsReport(variables: RowsReportQueryVariables): RowsReport {
  const [{ data, error, stale }, refetch] = useQuery({
    query: RowsReportDocument,
    variables,
    requestPolicy: 'cache-and-network',
  });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const answered = data?.downloadRowsReport;
  return {
    // A failed query answers null too.
    report: error !== undefined && answered === null ? undefined : answered,
    failure: error === undefined ? null : describeFailure(error),
    stale,
    refresh,
  };
}
