// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ChangelistRowFragment, FlowSummaryRowFragment } from '../graphql.ts';

export const ChangelistRowFragmentDoc = gql<ChangelistRowFragment>`fragment ChangelistRow on Changelist{id description status needs_merge created_on created_by{id name}updated_on updated_by{id name}published_on published_by{id name}approved_by{id name}open_comments present{person{id name}is_editing expires_in}parent{id description}}`;
export const FlowSummaryRowFragmentDoc = gql<FlowSummaryRowFragment>`fragment FlowSummaryRow on FlowSummary{purpose unfinished succeeded failed dirty_rows_all dirty_rows_some}`;
