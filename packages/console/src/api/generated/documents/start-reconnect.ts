// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { StartReconnectQuery, StartReconnectQueryVariables } from '../graphql.ts';

export const StartReconnectDocument = gql<StartReconnectQuery, StartReconnectQueryVariables>`query StartReconnect($type:String!$id:ID!){start_oauth(entity:"credential" oauthType:$type id:$id)}`;
