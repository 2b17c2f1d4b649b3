// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountsQuery, AccountsQueryVariables } from '../graphql.ts';
import { AdministeredAccountFragmentDoc } from './accounts-fragments.ts';

export const AccountsDocument = gql<AccountsQuery, AccountsQueryVariables>`query Accounts($first:Int$after:String){accountsV2(first:$first after:$after){nodes{...AdministeredAccount}pageInfo{hasNextPage endCursor}}}${AdministeredAccountFragmentDoc}`;
