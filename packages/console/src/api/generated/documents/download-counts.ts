// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DownloadCountsQuery, DownloadCountsQueryVariables } from '../graphql.ts';
import { StateCountFragmentDoc } from './state-count-fragments.ts';

export const DownloadCountsDocument = gql<DownloadCountsQuery, DownloadCountsQueryVariables>`query DownloadCounts($projects:[String!]$names:[String!]$bundleNames:[String!]$purpose:[String!]$search:String$failure_codes:[String!]$report_datetime_before:String$report_datetime_after:String$downloaded_before:String$downloaded_after:String$import_name:String){download_counts(projects:$projects names:$names bundleNames:$bundleNames purpose:$purpose search:$search failure_codes:$failure_codes report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after downloaded_before:$downloaded_before downloaded_after:$downloaded_after import_name:$import_name){failed{...StateCount}dirty{...StateCount}running{...StateCount}late{...StateCount}}}${StateCountFragmentDoc}`;
