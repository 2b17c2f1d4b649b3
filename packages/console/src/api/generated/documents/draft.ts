// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ChangelistChangesQuery, ChangelistChangesQueryVariables, ChangelistDetailQuery, ChangelistDetailQueryVariables, DraftsQuery, DraftsQueryVariables, HistoryQuery, HistoryQueryVariables, PublishedChangelistQuery, PublishedChangelistQueryVariables } from '../graphql.ts';
import { ChangelistRowFragmentDoc, FlowSummaryRowFragmentDoc } from './draft-fragments.ts';

export const DraftsDocument = gql<DraftsQuery, DraftsQueryVariables>`query Drafts($first:Int$after:String$archived:Boolean){drafts(first:$first after:$after archived:$archived){nodes{...ChangelistRow}pageInfo{hasNextPage endCursor}}}${ChangelistRowFragmentDoc}`;
export const HistoryDocument = gql<HistoryQuery, HistoryQueryVariables>`query History($first:Int$after:String){history(first:$first after:$after){nodes{...ChangelistRow}pageInfo{hasNextPage endCursor}}}${ChangelistRowFragmentDoc}`;
export const PublishedChangelistDocument = gql<PublishedChangelistQuery, PublishedChangelistQueryVariables>`query PublishedChangelist{published_changelist{...ChangelistRow flow_summary{...FlowSummaryRow}}}${ChangelistRowFragmentDoc}${FlowSummaryRowFragmentDoc}`;
export const ChangelistDetailDocument = gql<ChangelistDetailQuery, ChangelistDetailQueryVariables>`query ChangelistDetail($id:ID!){changelist(id:$id){id compilation_result{messages{type path startLine endLine startColumn endColumn message}declarations{path name declaration_type connector_type key_name line column}}flow_summary{...FlowSummaryRow}}}${FlowSummaryRowFragmentDoc}`;
export const ChangelistChangesDocument = gql<ChangelistChangesQuery, ChangelistChangesQueryVariables>`query ChangelistChanges($original:ID!$modified:ID!){changelist_diff(original_id:$original modified_id:$modified){modified_files{id path original_path}created_files{id path}deleted_files{id path}}}`;
