// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { EventQuery, EventQueryVariables, EventsQuery, EventsQueryVariables } from '../graphql.ts';
import { EventRowFragmentDoc } from './event-fragments.ts';

export const EventDocument = gql<EventQuery, EventQueryVariables>`query Event($id:ID!){event(id:$id){...EventRow}}${EventRowFragmentDoc}`;
export const EventsDocument = gql<EventsQuery, EventsQueryVariables>`query Events($first:Int$after:String$severities:[String!]$search:String$report_datetime_before:String$report_datetime_after:String$created_before:String$created_after:String$withComments:Boolean$project:[String!]$downloadName:[String!]$uploadName:[String!]$around:ID){events(first:$first after:$after severities:$severities search:$search report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after created_before:$created_before created_after:$created_after withComments:$withComments project:$project downloadName:$downloadName uploadName:$uploadName around:$around){nodes{...EventRow}pageInfo{hasNextPage endCursor}}}${EventRowFragmentDoc}`;
