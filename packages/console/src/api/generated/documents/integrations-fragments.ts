// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { IntegrationRowFragment } from '../graphql.ts';

export const IntegrationRowFragmentDoc = gql<IntegrationRowFragment>`fragment IntegrationRow on Integration{id integration_type label status version public_authorization{team_name name email error}configuration filters{id production backfills proofs lateUploads status configuration{channel_id channel_name is_member name address error}}}`;
