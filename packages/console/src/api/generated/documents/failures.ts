// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FailuresQuery, FailuresQueryVariables } from '../graphql.ts';

export const FailuresDocument = gql<FailuresQuery, FailuresQueryVariables>`query Failures($since:String!){downloads(first:1 status:["failed"]downloaded_after:$since){nodes{id}}uploads(first:1 status:["failed"]uploaded_after:$since){nodes{id}}}`;
