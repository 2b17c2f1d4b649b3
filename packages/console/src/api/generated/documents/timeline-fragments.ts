// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { TimelineUnitFragment } from '../graphql.ts';

export const TimelineUnitFragmentDoc = gql<TimelineUnitFragment>`fragment TimelineUnit on TimelineUnit{id kind name project purpose report_date status dirty_row_status queued flow_id flow_started flow_finished ready started finished attempts worker is_late failures{at message}}`;
