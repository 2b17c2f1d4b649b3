// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DeliverHeldUploadMutation, DeliverHeldUploadMutationVariables, FreezeDatesMutation, FreezeDatesMutationVariables, RestatementsQuery, RestatementsQueryVariables, UnfreezeDatesMutation, UnfreezeDatesMutationVariables } from '../graphql.ts';
import { FreezeFactsFragmentDoc } from './restatement-fragments.ts';
import { ListedRestatementFragmentDoc } from './restatements-fragments.ts';

export const RestatementsDocument = gql<RestatementsQuery, RestatementsQueryVariables>`query Restatements($state:String$cause:[String!]$uploadName:[String!]$report_datetime_after:String$report_datetime_before:String$first:Int$after:String){restatements(state:$state cause:$cause uploadName:$uploadName report_datetime_after:$report_datetime_after report_datetime_before:$report_datetime_before first:$first after:$after){nodes{...ListedRestatement}pageInfo{hasNextPage endCursor}}}${ListedRestatementFragmentDoc}`;
export const FreezeDatesDocument = gql<FreezeDatesMutation, FreezeDatesMutationVariables>`mutation FreezeDates($first:String$last:String!$upload_name:String$reason:String!){freeze_dates(first:$first last:$last upload_name:$upload_name reason:$reason){__typename ...on DatesFrozen{under_way freeze{...FreezeFacts}}...on Refusal{problem:message}}}${FreezeFactsFragmentDoc}`;
export const UnfreezeDatesDocument = gql<UnfreezeDatesMutation, UnfreezeDatesMutationVariables>`mutation UnfreezeDates($id:ID!$held:String!){unfreeze_dates(id:$id held:$held){__typename ...on DatesUnfrozen{unfrozen count:held}...on Refusal{problem:message}}}`;
export const DeliverHeldUploadDocument = gql<DeliverHeldUploadMutation, DeliverHeldUploadMutationVariables>`mutation DeliverHeldUpload($upload_id:ID!){deliver_held_upload(upload_id:$upload_id){__typename ...on Restatement{...ListedRestatement}...on Refusal{problem:message}}}${ListedRestatementFragmentDoc}`;
