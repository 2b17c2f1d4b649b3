// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { KeptKindFactsFragment } from '../graphql.ts';

export const KeptKindFactsFragmentDoc = gql<KeptKindFactsFragment>`fragment KeptKindFacts on KeptKind{kind label days is_own installation_days min_days due due_bytes}`;
