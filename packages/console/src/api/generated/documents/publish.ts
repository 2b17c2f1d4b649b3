// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { PreviewPublishMutation, PreviewPublishMutationVariables, PreviewPublishRowsMutation, PreviewPublishRowsMutationVariables } from '../graphql.ts';
import { DifferenceRowsFragmentDoc } from './test-run-fragments.ts';
import { ReportDateFragmentDoc } from './transfer-fragments.ts';

export const PreviewPublishDocument = gql<PreviewPublishMutation, PreviewPublishMutationVariables>`mutation PreviewPublish($id:ID!$version:Int$files:[ChangelistFileInput!]){preview_publish(changelist_id:$id version:$version files:$files){__typename ...on PublishImpact{published_id unchanged uploads{name change destination aspects rows_may_change columns_added{name type}columns_removed{name type}columns_retyped{name before after}}schedules{name change before after}}...on PreviewFailure{message}...on CompilationErrors{message}...on NotFoundError{message}}}`;
export const PreviewPublishRowsDocument = gql<PreviewPublishRowsMutation, PreviewPublishRowsMutationVariables>`mutation PreviewPublishRows($id:ID!$version:Int$files:[ChangelistFileInput!]$upload:String!){preview_publish_rows(changelist_id:$id version:$version files:$files upload:$upload){__typename ...on PublishedRows{upload report_datetime{...ReportDate}milliseconds difference{...DifferenceRows}}...on PreviewFailure{reason declaration path line message}...on CompilationErrors{message}...on NotFoundError{message}}}${ReportDateFragmentDoc}${DifferenceRowsFragmentDoc}`;
