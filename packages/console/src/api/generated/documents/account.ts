// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountQuery, AccountQueryVariables, DeactivateAccountMutation, DeactivateAccountMutationVariables } from '../graphql.ts';
import { AccountFactsFragmentDoc } from './administration-fragments.ts';

export const AccountDocument = gql<AccountQuery, AccountQueryVariables>`query Account($urlName:String!){account(urlName:$urlName){...AccountFacts}}${AccountFactsFragmentDoc}`;
export const DeactivateAccountDocument = gql<DeactivateAccountMutation, DeactivateAccountMutationVariables>`mutation DeactivateAccount($urlName:String!){deactivateAccountV2(urlName:$urlName){__typename ...on NotFoundError{problem:message}}}`;
