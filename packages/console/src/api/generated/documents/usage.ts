// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { RowsReportQuery, RowsReportQueryVariables, UsageProjectsQuery, UsageProjectsQueryVariables } from '../graphql.ts';

export const RowsReportDocument = gql<RowsReportQuery, RowsReportQueryVariables>`query RowsReport($dimensions:[RowsReportDimension!]$filters:RowsReportFilters){downloadRowsReport(dimensions:$dimensions filters:$filters){rows{project purpose year month totalRowCount totalByteCount}contracted forecast backfillRowCount productionRowCount testRowCount isVisibleForCustomer}}`;
export const UsageProjectsDocument = gql<UsageProjectsQuery, UsageProjectsQueryVariables>`query UsageProjects{filter_options{projects}}`;
