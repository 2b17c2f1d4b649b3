// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FreezeFactsFragment } from '../graphql.ts';

export const FreezeFactsFragmentDoc = gql<FreezeFactsFragment>`fragment FreezeFacts on DateFreeze{id upload_name dates reason created held frozen_by{id name}}`;
