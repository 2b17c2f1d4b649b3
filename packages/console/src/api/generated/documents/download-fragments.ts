// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DownloadRowFragment } from '../graphql.ts';
import { ReportDateFragmentDoc, TransferProgressFragmentDoc, TransferWaitingFragmentDoc } from './transfer-fragments.ts';

export const DownloadRowFragmentDoc = gql<DownloadRowFragment>`fragment DownloadRow on Download{id name project status purpose created started finished description handle{url filename handle}report_datetime{...ReportDate}progress{...TransferProgress}parts{id name legacy_flow_source_id source_table{id name project}row_count dirty_row_count dirty_row_status new_dirty_row_count new_dirty_row_status bytes dirty_reasons{column reason dirty_row_count new_dirty_row_count}}row_count dirty_row_count dirty_row_status retry_count retry_limit next_try message uploads_hint waiting{...TransferWaiting}waiting_text{text tooltip}}${ReportDateFragmentDoc}${TransferProgressFragmentDoc}${TransferWaitingFragmentDoc}`;
