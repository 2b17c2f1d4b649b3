// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FailurePartsFragment } from '../graphql.ts';
import { ReportDateFragmentDoc } from './transfer-fragments.ts';

export const FailurePartsFragmentDoc = gql<FailurePartsFragment>`fragment FailureParts on FailureExplanation{id kind name status report_datetime{...ReportDate}code message next_try is_in_script is_changed subject_kind subject column key_name rows_file place{path startLine startColumn endLine endColumn part}changelist{id description}download{id name dirty_row_status parts{id name row_count dirty_row_count new_dirty_row_count dirty_reasons{column reason dirty_row_count new_dirty_row_count}}}}${ReportDateFragmentDoc}`;
