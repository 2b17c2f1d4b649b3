// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { BackfillDetailQuery, BackfillDetailQueryVariables, BackfillMessagesQuery, BackfillMessagesQueryVariables, BackfillProblemsQuery, BackfillProblemsQueryVariables, EditBackfillMutation, EditBackfillMutationVariables } from '../graphql.ts';
import { BackfillFactsFragmentDoc, SubgraphPartsFragmentDoc } from './backfill-detail-fragments.ts';
import { EventRowFragmentDoc } from './event-fragments.ts';

export const BackfillDetailDocument = gql<BackfillDetailQuery, BackfillDetailQueryVariables>`query BackfillDetail($backfill_id:ID!){backfill_detail(backfill_id:$backfill_id){...BackfillFacts subgraph{...SubgraphParts}}}${BackfillFactsFragmentDoc}${SubgraphPartsFragmentDoc}`;
export const EditBackfillDocument = gql<EditBackfillMutation, EditBackfillMutationVariables>`mutation EditBackfill($backfill_id:ID!$title:String$description:String){save_backfill(backfill_id:$backfill_id title:$title description:$description){__typename ...on Backfill{...BackfillFacts}...on Refusal{problem:message}}}${BackfillFactsFragmentDoc}`;
export const BackfillMessagesDocument = gql<BackfillMessagesQuery, BackfillMessagesQueryVariables>`query BackfillMessages($first:Int$after:String$backfill_id:ID!){events(first:$first after:$after backfill_id:$backfill_id){nodes{...EventRow}pageInfo{hasNextPage endCursor}}}${EventRowFragmentDoc}`;
export const BackfillProblemsDocument = gql<BackfillProblemsQuery, BackfillProblemsQueryVariables>`query BackfillProblems($backfill_id:ID!){events(first:10 backfill_id:$backfill_id severities:["error" "fatal"]){nodes{id message download_declaration}}}`;
