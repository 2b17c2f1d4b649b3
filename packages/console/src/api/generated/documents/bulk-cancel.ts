// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { BackfillsToCancelQuery, BackfillsToCancelQueryVariables, CancelBackfillsMutation, CancelBackfillsMutationVariables } from '../graphql.ts';
import { BackfillRowFragmentDoc } from './backfill-fragments.ts';

export const BackfillsToCancelDocument = gql<BackfillsToCancelQuery, BackfillsToCancelQueryVariables>`query BackfillsToCancel($backfill_ids:[ID!]!){backfills_to_cancel(backfill_ids:$backfill_ids){backfills{...BackfillRow}missing}}${BackfillRowFragmentDoc}`;
export const CancelBackfillsDocument = gql<CancelBackfillsMutation, CancelBackfillsMutationVariables>`mutation CancelBackfills($backfill_ids:[ID!]!){cancel_backfills(backfill_ids:$backfill_ids){results{backfill_id outcome message backfill{...BackfillRow}}}}${BackfillRowFragmentDoc}`;
