// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { TestKeyMutation, TestKeyMutationVariables } from '../graphql.ts';

export const TestKeyDocument = gql<TestKeyMutation, TestKeyMutationVariables>`mutation TestKey($name:String$type:String!$properties:JSON){test_credential(name:$name credential_type:$type properties:$properties){__typename ...on ConnectionTest{verified steps{code status milliseconds place message advice}errors{typeId properties message}}...on InvalidCredential{message}}}`;
