// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { VolumeAmountFragment } from '../graphql.ts';

export const VolumeAmountFragmentDoc = gql<VolumeAmountFragment>`fragment VolumeAmount on VolumeAmount{rows bytes}`;
