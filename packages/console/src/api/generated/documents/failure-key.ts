// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FailureKeyQuery, FailureKeyQueryVariables } from '../graphql.ts';

export const FailureKeyDocument = gql<FailureKeyQuery, FailureKeyQueryVariables>`query FailureKey($kind:String!$id:ID!){failure_explanation(kind:$kind id:$id){id code key_name}}`;
