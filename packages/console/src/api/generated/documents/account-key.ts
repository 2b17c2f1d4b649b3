// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountKeyQuery, AccountKeyQueryVariables, RemoveAccountKeyMutation, RemoveAccountKeyMutationVariables, SaveAccountKeyMutation, SaveAccountKeyMutationVariables } from '../graphql.ts';
import { AccountKeyFactsFragmentDoc } from './account-key-fragments.ts';

export const AccountKeyDocument = gql<AccountKeyQuery, AccountKeyQueryVariables>`query AccountKey{account_key{...AccountKeyFacts}}${AccountKeyFactsFragmentDoc}`;
export const SaveAccountKeyDocument = gql<SaveAccountKeyMutation, SaveAccountKeyMutationVariables>`mutation SaveAccountKey($reference:String!$credentials:JSON!){outcome:save_account_key(reference:$reference credentials:$credentials){__typename ...on ConflictError{problem:message}}}`;
export const RemoveAccountKeyDocument = gql<RemoveAccountKeyMutation, RemoveAccountKeyMutationVariables>`mutation RemoveAccountKey{outcome:remove_account_key{__typename ...on NotFoundError{problem:message}}}`;
