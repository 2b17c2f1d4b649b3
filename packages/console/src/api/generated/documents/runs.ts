// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { RunDetailQuery, RunDetailQueryVariables, RunsQuery, RunsQueryVariables } from '../graphql.ts';
import { DownloadRowFragmentDoc } from './download-fragments.ts';
import { EventRowFragmentDoc } from './event-fragments.ts';
import { RunRowFragmentDoc } from './runs-fragments.ts';
import { UploadRowFragmentDoc } from './upload-fragments.ts';

export const RunsDocument = gql<RunsQuery, RunsQueryVariables>`query Runs($first:Int$after:String$backfill_id:ID!$status:[String!]$sortDirection:SortDirection){flows(first:$first after:$after backfill_id:$backfill_id status:$status sortDirection:$sortDirection){nodes{...RunRow}pageInfo{hasNextPage endCursor}}}${RunRowFragmentDoc}`;
export const RunDetailDocument = gql<RunDetailQuery, RunDetailQueryVariables>`query RunDetail($id:ID!){flow(id:$id){...RunRow created launched_by{id name}changelist{id description}inputs{source_table{id name}download{...DownloadRow}download_part{id dirty_row_count}}outputs{...UploadRow}events{...EventRow}processing{id started finished status}}}${RunRowFragmentDoc}${DownloadRowFragmentDoc}${UploadRowFragmentDoc}${EventRowFragmentDoc}`;
