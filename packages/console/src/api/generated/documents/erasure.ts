// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DeactivatedQuery, DeactivatedQueryVariables, EraseAccountMutation, EraseAccountMutationVariables, EraseAddressMutation, EraseAddressMutationVariables, EraseUserMutation, EraseUserMutationVariables, ReactivateAccountMutation, ReactivateAccountMutationVariables } from '../graphql.ts';
import { DeactivatedAccountFactsFragmentDoc } from './erasure-fragments.ts';

export const DeactivatedDocument = gql<DeactivatedQuery, DeactivatedQueryVariables>`query Deactivated($first:Int){deactivatedAccounts(first:$first){nodes{...DeactivatedAccountFacts}pageInfo{hasNextPage}}deactivatedUsers(first:$first){nodes{id name email}pageInfo{hasNextPage}}}${DeactivatedAccountFactsFragmentDoc}`;
export const ReactivateAccountDocument = gql<ReactivateAccountMutation, ReactivateAccountMutationVariables>`mutation ReactivateAccount($urlName:String!){reactivateAccount(urlName:$urlName){__typename ...on Refusal{problem:message}}}`;
export const EraseAccountDocument = gql<EraseAccountMutation, EraseAccountMutationVariables>`mutation EraseAccount($urlName:String!$confirmation:String!){eraseAccount(urlName:$urlName confirmation:$confirmation){__typename ...on DeactivatedAccount{...DeactivatedAccountFacts}...on Refusal{problem:message}}}${DeactivatedAccountFactsFragmentDoc}`;
export const EraseUserDocument = gql<EraseUserMutation, EraseUserMutationVariables>`mutation EraseUser($userId:ID!){eraseUser(userId:$userId){__typename ...on Refusal{problem:message}}}`;
export const EraseAddressDocument = gql<EraseAddressMutation, EraseAddressMutationVariables>`mutation EraseAddress($email:String!){eraseAddress(email:$email){__typename ...on ConflictError{problem:message}...on NotFoundError{problem:message}}}`;
