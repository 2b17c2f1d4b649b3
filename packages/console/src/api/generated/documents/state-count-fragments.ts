// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { StateCountFragment } from '../graphql.ts';

export const StateCountFragmentDoc = gql<StateCountFragment>`fragment StateCount on StateCount{count has_more}`;
