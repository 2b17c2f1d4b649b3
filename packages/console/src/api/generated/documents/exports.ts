// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ExportNamesQuery, ExportNamesQueryVariables, ExportStatusQuery, ExportStatusQueryVariables } from '../graphql.ts';
import { JournalDayFragmentDoc } from './journal-fragments.ts';

export const ExportStatusDocument = gql<ExportStatusQuery, ExportStatusQueryVariables>`query ExportStatus($first:Int$after:String$lookback_days:Int$project:String$name:String$group_by:ExportStatusGroupBy){export_status(first:$first after:$after lookback_days:$lookback_days project:$project name:$name group_by:$group_by){nodes{id name project status journal{...JournalDay}}pageInfo{hasNextPage endCursor}}}${JournalDayFragmentDoc}`;
export const ExportNamesDocument = gql<ExportNamesQuery, ExportNamesQueryVariables>`query ExportNames($first:Int){export_declarations(first:$first){nodes{id name project}}}`;
