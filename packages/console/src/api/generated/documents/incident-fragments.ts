// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { IncidentRowFragment } from '../graphql.ts';
import { StateCountFragmentDoc } from './state-count-fragments.ts';

export const IncidentRowFragmentDoc = gql<IncidentRowFragment>`fragment IncidentRow on Incident{id account{url_name name}transfer code purpose subject_kind subject names is_suspended latest_id message since latest next_try work{acknowledged_on acknowledged_by assigned_to is_mine snoozed_until muted_until}failed{...StateCount}retrying{...StateCount}waiting{...StateCount}affected_uploads{name deadline is_late}}${StateCountFragmentDoc}`;
