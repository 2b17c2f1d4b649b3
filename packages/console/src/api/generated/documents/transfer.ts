// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { TransferEventsQuery, TransferEventsQueryVariables } from '../graphql.ts';
import { EventRowFragmentDoc } from './event-fragments.ts';

export const TransferEventsDocument = gql<TransferEventsQuery, TransferEventsQueryVariables>`query TransferEvents($download_id:ID$upload_id:ID$first:Int){events(first:$first download_id:$download_id upload_id:$upload_id){nodes{...EventRow}}}${EventRowFragmentDoc}`;
