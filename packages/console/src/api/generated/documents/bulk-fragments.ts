// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { BulkPreviewFragment, BulkProgressFragment } from '../graphql.ts';
import { ReportDateFragmentDoc } from './transfer-fragments.ts';

export const BulkProgressFragmentDoc = gql<BulkProgressFragment>`fragment BulkProgress on BulkChange{id count open finished outcomes{outcome count}refusals{outcome message download{id name report_datetime{...ReportDate}}upload{id name report_datetime{...ReportDate}}}}${ReportDateFragmentDoc}`;
export const BulkPreviewFragmentDoc = gql<BulkPreviewFragment>`fragment BulkPreview on BulkChange{...BulkProgress is_limited skipped{status count has_more}}${BulkProgressFragmentDoc}`;
