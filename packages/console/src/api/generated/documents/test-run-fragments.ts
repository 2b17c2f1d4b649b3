// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DifferenceCountsFragment, DifferenceRowsFragment, TestRunRowFragment } from '../graphql.ts';
import { FlowWaitingFragmentDoc } from './flow-waiting-fragments.ts';
import { ReportDateFragmentDoc } from './transfer-fragments.ts';

export const DifferenceCountsFragmentDoc = gql<DifferenceCountsFragment>`fragment DifferenceCounts on UploadDifference{failure rows_before rows_after keys added{rows}removed{rows}changed{rows}columns_changed{name rows}columns_added{name type}columns_removed{name type}columns_retyped{name before after}}`;
export const DifferenceRowsFragmentDoc = gql<DifferenceRowsFragment>`fragment DifferenceRows on UploadDifference{...DifferenceCounts columns added{sample}removed{sample}changed{sample{before after columns}}}${DifferenceCountsFragmentDoc}`;
export const TestRunRowFragmentDoc = gql<TestRunRowFragment>`fragment TestRunRow on Flow{id created status failed message waiting{...FlowWaiting}report_datetime{...ReportDate}launched_by{id name}changelist{id description status}outputs{id name status difference{...DifferenceCounts}}events{id created severity message code}}${FlowWaitingFragmentDoc}${ReportDateFragmentDoc}${DifferenceCountsFragmentDoc}`;
