// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { BackfillRowFragment } from '../graphql.ts';

export const BackfillRowFragmentDoc = gql<BackfillRowFragment>`fragment BackfillRow on Backfill{id title status start_datetime end_datetime created_on created_by{id name}total_pipelines succeeded_pipelines failed_pipelines cancelled_pipelines kept_pipelines is_active hasDirtyRows}`;
