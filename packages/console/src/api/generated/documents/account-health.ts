// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountHealthsQuery, AccountHealthsQueryVariables } from '../graphql.ts';
import { AccountHealthRowFragmentDoc } from './account-health-fragments.ts';

export const AccountHealthsDocument = gql<AccountHealthsQuery, AccountHealthsQueryVariables>`query AccountHealths($first:Int){account_health(first:$first){nodes{...AccountHealthRow}pageInfo{hasNextPage}}}${AccountHealthRowFragmentDoc}`;
