// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { LineageVersionQuery, LineageVersionQueryVariables } from '../graphql.ts';

export const LineageVersionDocument = gql<LineageVersionQuery, LineageVersionQueryVariables>`query LineageVersion{published_changelist{id}}`;
