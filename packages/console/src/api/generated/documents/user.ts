// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { BlockIdentityMutation, BlockIdentityMutationVariables, DeactivateUserMutation, DeactivateUserMutationVariables, EndUserSessionsMutation, EndUserSessionsMutationVariables, ResetUserFactorsMutation, ResetUserFactorsMutationVariables, UserQuery, UserQueryVariables } from '../graphql.ts';
import { UserFactsFragmentDoc } from './administration-fragments.ts';

export const UserDocument = gql<UserQuery, UserQueryVariables>`query User($userId:ID!){userV2(userId:$userId){...UserFacts}}${UserFactsFragmentDoc}`;
export const DeactivateUserDocument = gql<DeactivateUserMutation, DeactivateUserMutationVariables>`mutation DeactivateUser($email:String!){removeUserV2(email:$email){__typename ...on Refusal{problem:message}}}`;
export const BlockIdentityDocument = gql<BlockIdentityMutation, BlockIdentityMutationVariables>`mutation BlockIdentity($id:ID!$blocked:Boolean!){setAuth0UserBlock(id:$id blocked:$blocked){__typename ...on User{...UserFacts}...on Refusal{problem:message}}}${UserFactsFragmentDoc}`;
export const ResetUserFactorsDocument = gql<ResetUserFactorsMutation, ResetUserFactorsMutationVariables>`mutation ResetUserFactors($userId:ID!){resetUserFactors(userId:$userId){__typename ...on User{...UserFacts}...on Refusal{problem:message}}}${UserFactsFragmentDoc}`;
export const EndUserSessionsDocument = gql<EndUserSessionsMutation, EndUserSessionsMutationVariables>`mutation EndUserSessions($userId:ID!){endUserSessions(userId:$userId){__typename ...on User{...UserFacts}...on Refusal{problem:message}}}${UserFactsFragmentDoc}`;
