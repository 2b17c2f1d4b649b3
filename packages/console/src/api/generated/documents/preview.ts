// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { PreviewTableMutation, PreviewTableMutationVariables } from '../graphql.ts';
import { ReportDateFragmentDoc } from './transfer-fragments.ts';

export const PreviewTableDocument = gql<PreviewTableMutation, PreviewTableMutationVariables>`mutation PreviewTable($id:ID!$table:String!$version:Int$files:[ChangelistFileInput!]){preview_table(changelist_id:$id table:$table version:$version files:$files){__typename ...on TablePreview{table is_source report_datetime{...ReportDate}columns{name type}rows row_count dirty_rows{before line column reason raw}dirty_row_count inputs{name download_id reloaded}milliseconds}...on PreviewFailure{reason message declaration path line}...on CompilationErrors{message compilation_result{messages{type path line message}}}...on NotFoundError{message}}}${ReportDateFragmentDoc}`;
