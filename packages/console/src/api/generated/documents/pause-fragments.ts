// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { PauseFactsFragment } from '../graphql.ts';

export const PauseFactsFragmentDoc = gql<PauseFactsFragment>`fragment PauseFacts on Pause{kind name reason until catches_up since paused_by{id name}}`;
