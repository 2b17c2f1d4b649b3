// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { UsersQuery, UsersQueryVariables } from '../graphql.ts';
import { AdministeredUserFragmentDoc } from './users-fragments.ts';

export const UsersDocument = gql<UsersQuery, UsersQueryVariables>`query Users($first:Int$after:String){users(first:$first after:$after){nodes{...AdministeredUser}pageInfo{hasNextPage endCursor}}}${AdministeredUserFragmentDoc}`;
