// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { KeyDetailsQuery, KeyDetailsQueryVariables, KeyHistoryQuery, KeyHistoryQueryVariables } from '../graphql.ts';
import { KeyUserFragmentDoc } from './key-details-fragments.ts';
import { KeyRowFragmentDoc } from './key-fragments.ts';

export const KeyDetailsDocument = gql<KeyDetailsQuery, KeyDetailsQueryVariables>`query KeyDetails($name:String!){credential(name:$name){...KeyRow credential_type version suspended_reason properties properties_exist created created_by{id name}updated updated_by{id name}last_used last_used_by{id kind name}next_affected{upload at is_deadline report_date}downloadsUsingKey{...KeyUser}uploadsUsingKey{...KeyUser}}}${KeyRowFragmentDoc}${KeyUserFragmentDoc}`;
export const KeyHistoryDocument = gql<KeyHistoryQuery, KeyHistoryQueryVariables>`query KeyHistory($name:String!$first:Int$after:String){credential_changes(credential:$name first:$first after:$after){nodes{id created change person{id name}fields items former present reason}pageInfo{hasNextPage endCursor}}}`;
