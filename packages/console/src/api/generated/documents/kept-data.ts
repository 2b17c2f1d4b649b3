// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { KeptDataQuery, KeptDataQueryVariables, SaveKeptDataMutation, SaveKeptDataMutationVariables } from '../graphql.ts';
import { KeptKindFactsFragmentDoc } from './kept-data-fragments.ts';

export const KeptDataDocument = gql<KeptDataQuery, KeptDataQueryVariables>`query KeptData($account:String!){kept_data(account:$account){kept_kinds{...KeptKindFacts}}}${KeptKindFactsFragmentDoc}`;
export const SaveKeptDataDocument = gql<SaveKeptDataMutation, SaveKeptDataMutationVariables>`mutation SaveKeptData($account:String!$kind:String!$days:Int$as_installation:Boolean){save_kept_data(account:$account kind:$kind days:$days as_installation:$as_installation){...on KeptData{kept_kinds{...KeptKindFacts}}...on Refusal{problem:message}}}${KeptKindFactsFragmentDoc}`;
