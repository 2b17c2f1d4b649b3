// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ImportNamesQuery, ImportNamesQueryVariables, ImportStatusQuery, ImportStatusQueryVariables } from '../graphql.ts';
import { JournalDayFragmentDoc } from './journal-fragments.ts';

export const ImportStatusDocument = gql<ImportStatusQuery, ImportStatusQueryVariables>`query ImportStatus($first:Int$after:String$lookback_days:Int$project:String$name:String$group_by:ImportStatusGroupBy){import_status(first:$first after:$after lookback_days:$lookback_days project:$project name:$name group_by:$group_by){nodes{id name project status journal{...JournalDay}}pageInfo{hasNextPage endCursor}}}${JournalDayFragmentDoc}`;
export const ImportNamesDocument = gql<ImportNamesQuery, ImportNamesQueryVariables>`query ImportNames($first:Int){source_bundles(first:$first){nodes{id bundle_name project}}}`;
