// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AssetFragment } from '../graphql.ts';

export const AssetFragmentDoc = gql<AssetFragment>`fragment Asset on Asset{id kind name project destination level artifact_status is_running message message_kind fresh_date late_dates inputs}`;
