// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { PipelineFileQuery, PipelineFileQueryVariables, PipelineProgressQuery, PipelineProgressQueryVariables, PublishPipelineMutation, PublishPipelineMutationVariables, StartPipelineDraftMutation, StartPipelineDraftMutationVariables } from '../graphql.ts';

export const PipelineFileDocument = gql<PipelineFileQuery, PipelineFileQueryVariables>`query PipelineFile($paths:[String!]){published_changelist{id files(opened_paths:$paths){id path}}}`;
export const StartPipelineDraftDocument = gql<StartPipelineDraftMutation, StartPipelineDraftMutationVariables>`mutation StartPipelineDraft($description:String!){branch_changelist(description:$description){__typename ...on Changelist{id version}...on Refusal{problem:message}}}`;
export const PublishPipelineDocument = gql<PublishPipelineMutation, PublishPipelineMutationVariables>`mutation PublishPipeline($id:ID!$version:Int!$files:[ChangelistFileInput!]!){save_changelist(changelist_id:$id version:$version changelist:{files:$files}action:"publish"){__typename ...on SaveChangelistOk{changelist{id status}}...on Refusal{problem:message}}}`;
export const PipelineProgressDocument = gql<PipelineProgressQuery, PipelineProgressQueryVariables>`query PipelineProgress($names:[String!]!$paths:[String!]!){downloads(first:1 names:$names){nodes{id status row_count dirty_row_count message}}uploads(first:1 names:$names){nodes{id name status row_count message}}published_changelist{id files(opened_paths:$paths){id path}}}`;
