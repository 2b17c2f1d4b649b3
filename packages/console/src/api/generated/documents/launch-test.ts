// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DraftToTestQuery, DraftToTestQueryVariables, LaunchTestMutation, LaunchTestMutationVariables } from '../graphql.ts';

export const DraftToTestDocument = gql<DraftToTestQuery, DraftToTestQueryVariables>`query DraftToTest($id:ID!){changelist(id:$id){id description compilation_result{messages{type path line message}declarations{name declaration_type path test}}}}`;
export const LaunchTestDocument = gql<LaunchTestMutation, LaunchTestMutationVariables>`mutation LaunchTest($changelist_id:ID!$test_exports:[String!]!$fetch_new_downloads:Boolean!){save_changelist(changelist_id:$changelist_id action:"proof" test_exports:$test_exports fetch_new_downloads:$fetch_new_downloads){__typename ...on SaveChangelistOk{compilation_result{messages{type}}flows{id}}...on Refusal{problem:message}}}`;
