// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AuditRetentionFragment, AuditStreamFragment } from '../graphql.ts';

export const AuditStreamFragmentDoc = gql<AuditStreamFragment>`fragment AuditStream on AuditStream{id type address authority enabled has_secrets version status sequence delivered behind oldest problem next_attempt holds_expired}`;
export const AuditRetentionFragmentDoc = gql<AuditRetentionFragment>`fragment AuditRetention on AuditSettings{retention_days default_retention_days oldest}`;
