// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { BackfillsQuery, BackfillsQueryVariables, CancelBackfillMutation, CancelBackfillMutationVariables } from '../graphql.ts';
import { BackfillRowFragmentDoc } from './backfill-fragments.ts';

export const BackfillsDocument = gql<BackfillsQuery, BackfillsQueryVariables>`query Backfills($first:Int$after:String$status:[String!]$created_datetime_after:String$created_datetime_before:String$report_datetime_after:String$report_datetime_before:String$title:TitleFilter){backfills(first:$first after:$after status:$status created_datetime_after:$created_datetime_after created_datetime_before:$created_datetime_before report_datetime_after:$report_datetime_after report_datetime_before:$report_datetime_before title:$title){nodes{...BackfillRow}pageInfo{hasNextPage endCursor}}}${BackfillRowFragmentDoc}`;
export const CancelBackfillDocument = gql<CancelBackfillMutation, CancelBackfillMutationVariables>`mutation CancelBackfill($backfill_id:ID!){save_backfill(backfill_id:$backfill_id status:"cancelled"){__typename ...on Backfill{...BackfillRow cancelled_on cancelled_by{id name}}...on Refusal{problem:message}}}${BackfillRowFragmentDoc}`;
