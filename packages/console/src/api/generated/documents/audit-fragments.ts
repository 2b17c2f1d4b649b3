// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AdminActRowFragment } from '../graphql.ts';

export const AdminActRowFragmentDoc = gql<AdminActRowFragment>`fragment AdminActRow on AdminAct{id created kind person_name person_email program subject_name subject_email account_name url_name before after request_id}`;
