// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { RunConsequencesQuery, RunConsequencesQueryVariables, RunDownloadMutation, RunDownloadMutationVariables } from '../graphql.ts';

export const RunConsequencesDocument = gql<RunConsequencesQuery, RunConsequencesQueryVariables>`query RunConsequences($name:String!){downloadDetails(downloadName:$name){__typename ...on DownloadDetails{name uploads{name status}}}}`;
export const RunDownloadDocument = gql<RunDownloadMutation, RunDownloadMutationVariables>`mutation RunDownload($name:String!$report_date:String$request_id:String!){run_download(name:$name report_date:$report_date request_id:$request_id){__typename ...on Download{id status}...on Refusal{problem:message}}}`;
