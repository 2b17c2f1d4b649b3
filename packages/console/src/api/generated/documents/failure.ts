// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FailureExplanationQuery, FailureExplanationQueryVariables } from '../graphql.ts';
import { FailurePartsFragmentDoc } from './failure-fragments.ts';

export const FailureExplanationDocument = gql<FailureExplanationQuery, FailureExplanationQueryVariables>`query FailureExplanation($kind:String!$id:ID!){failure_explanation(kind:$kind id:$id){...FailureParts}}${FailurePartsFragmentDoc}`;
