// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { SavedViewFragment } from '../graphql.ts';

export const SavedViewFragmentDoc = gql<SavedViewFragment>`fragment SavedView on SavedView{id name query is_own owner{id name}}`;
