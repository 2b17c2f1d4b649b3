// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { UploadCountsQuery, UploadCountsQueryVariables } from '../graphql.ts';
import { StateCountFragmentDoc } from './state-count-fragments.ts';

export const UploadCountsDocument = gql<UploadCountsQuery, UploadCountsQueryVariables>`query UploadCounts($projects:[String!]$names:[String!]$purpose:[String!]$search:String$failure_codes:[String!]$destination:[String!]$report_datetime_before:String$report_datetime_after:String$uploaded_before:String$uploaded_after:String){upload_counts(projects:$projects names:$names purpose:$purpose search:$search failure_codes:$failure_codes destination:$destination report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after uploaded_before:$uploaded_before uploaded_after:$uploaded_after){failed{...StateCount}running{...StateCount}late{...StateCount}}}${StateCountFragmentDoc}`;
