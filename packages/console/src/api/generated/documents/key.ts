// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { CredentialsQuery, CredentialsQueryVariables } from '../graphql.ts';
import { KeyRowFragmentDoc } from './key-fragments.ts';

export const CredentialsDocument = gql<CredentialsQuery, CredentialsQueryVariables>`query Credentials($first:Int$after:String$search:String$status:[String!]$credentialTypes:[String!]){credentials(first:$first after:$after search:$search status:$status credentialTypes:$credentialTypes){nodes{...KeyRow}pageInfo{hasNextPage endCursor}}}${KeyRowFragmentDoc}`;
