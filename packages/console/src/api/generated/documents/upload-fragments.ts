// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { UploadRowFragment } from '../graphql.ts';
import { ReportDateFragmentDoc, TransferProgressFragmentDoc, TransferWaitingFragmentDoc } from './transfer-fragments.ts';

export const UploadRowFragmentDoc = gql<UploadRowFragment>`fragment UploadRow on Upload{id name project purpose status handle destination destination_type result_file late_since row_count created started finished report_datetime{...ReportDate}progress{...TransferProgress}retry_count retry_limit next_try message waiting{...TransferWaiting}forecast{expected deadline_text minutes_missed}}${ReportDateFragmentDoc}${TransferProgressFragmentDoc}${TransferWaitingFragmentDoc}`;
