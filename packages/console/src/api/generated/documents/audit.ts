// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AdminActsQuery, AdminActsQueryVariables } from '../graphql.ts';
import { AdminActRowFragmentDoc } from './audit-fragments.ts';

export const AdminActsDocument = gql<AdminActsQuery, AdminActsQueryVariables>`query AdminActs($first:Int$after:String$kinds:[String!]$account:String$person:String$subject:String$created_after:DateTime$created_before:DateTime){admin_acts(first:$first after:$after kinds:$kinds account:$account person:$person subject:$subject created_after:$created_after created_before:$created_before){nodes{...AdminActRow}pageInfo{hasNextPage endCursor}}}${AdminActRowFragmentDoc}`;
