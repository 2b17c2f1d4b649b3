// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ListedRestatementFragment } from '../graphql.ts';

export const ListedRestatementFragmentDoc = gql<ListedRestatementFragment>`fragment ListedRestatement on Restatement{id created upload_id replaced_id upload_name report_datetime{iso short long long_utc}rows_before rows_after totals{column before after}cause caused_by{id name}download_id changelist_id script has_other_script destination state delivered held_by{id dates}}`;
