// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { InstallationReportQuery, InstallationReportQueryVariables, RetryFailedWorkMutation, RetryFailedWorkMutationVariables } from '../graphql.ts';

export const InstallationReportDocument = gql<InstallationReportQuery, InstallationReportQueryVariables>`query InstallationReport{installation_report{at database isStuck findings{check level title total todo items{account what why since todo}}}}`;
export const RetryFailedWorkDocument = gql<RetryFailedWorkMutation, RetryFailedWorkMutationVariables>`mutation RetryFailedWork($from:DateTime!$to:DateTime!$causes:[String!]$account:String$dry_run:Boolean$after:String){retry_failed_work(from:$from to:$to causes:$causes account:$account dry_run:$dry_run after:$after){...on RetriedWork{retried left next}...on Refusal{problem:message}}}`;
