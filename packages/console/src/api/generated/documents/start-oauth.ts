// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { StartOAuthQuery, StartOAuthQueryVariables } from '../graphql.ts';

export const StartOAuthDocument = gql<StartOAuthQuery, StartOAuthQueryVariables>`query StartOAuth($entity:String!$type:String!$id:ID$name:String){start_oauth(entity:$entity oauthType:$type id:$id name:$name)}`;
