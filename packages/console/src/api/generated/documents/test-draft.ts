// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { TestIntegrationDraftMutation, TestIntegrationDraftMutationVariables } from '../graphql.ts';

export const TestIntegrationDraftDocument = gql<TestIntegrationDraftMutation, TestIntegrationDraftMutationVariables>`mutation TestIntegrationDraft($id:ID$type:String$authorization:JSON$configuration:JSON$filters:JSON){test_integration_draft(id:$id integration_type:$type authorization:$authorization configuration:$configuration filters:$filters){__typename ...on IntegrationTest{steps{code status milliseconds place message advice}errors{path message}}...on InvalidIntegration{message}}}`;
