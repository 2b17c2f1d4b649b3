// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountNamesQuery, AccountNamesQueryVariables } from '../graphql.ts';

export const AccountNamesDocument = gql<AccountNamesQuery, AccountNamesQueryVariables>`query AccountNames($search:String){accountsV2(first:20 search:$search){nodes{id urlName name}pageInfo{hasNextPage}}}`;
