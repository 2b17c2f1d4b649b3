// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { KeyDetailsQuery, KeyDetailsQueryVariables } from '../graphql.ts';
import { KeyRowFragmentDoc, KeyUserFragmentDoc } from './fragments.ts';

export const KeyDetailsDocument = gql<KeyDetailsQuery, KeyDetailsQueryVariables>`query KeyDetails($name:String!){credential(name:$name){...KeyRow credential_type version suspended_reason properties properties_exist created created_by{id name}updated updated_by{id name}last_used downloadsUsingKey{...KeyUser}uploadsUsingKey{...KeyUser}}}${KeyRowFragmentDoc}${KeyUserFragmentDoc}`;
