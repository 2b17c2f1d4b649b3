// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { CriticalPathQuery, CriticalPathQueryVariables, TimelineQuery, TimelineQueryVariables } from '../graphql.ts';
import { TimelineUnitFragmentDoc } from './timeline-fragments.ts';

export const TimelineDocument = gql<TimelineQuery, TimelineQueryVariables>`query Timeline($report_date:String$start:String$end:String$refresh:Boolean){timeline(report_date:$report_date start:$start end:$end refresh:$refresh){now has_more units{...TimelineUnit}}}${TimelineUnitFragmentDoc}`;
export const CriticalPathDocument = gql<CriticalPathQuery, CriticalPathQueryVariables>`query CriticalPath($upload_id:ID!){critical_path(upload_id:$upload_id){__typename ...on CriticalPath{steps{id kind name status waited_from started finished waited ran}}...on NotFoundError{message}}}`;
