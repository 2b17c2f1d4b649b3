// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AuditEntryRowFragment } from '../graphql.ts';

export const AuditEntryRowFragmentDoc = gql<AuditEntryRowFragment>`fragment AuditEntryRow on AuditEntry{id created kind actor person_name person_email program subject_name subject_email target_kind target_name before after address user_agent request_id sequence hash}`;
