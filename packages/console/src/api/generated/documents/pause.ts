// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { PauseBacklogQuery, PauseBacklogQueryVariables, PauseKeyMutation, PauseKeyMutationVariables, PauseOfQuery, PauseOfQueryVariables, PausePipelineMutation, PausePipelineMutationVariables, ResumeKeyMutation, ResumeKeyMutationVariables, ResumePipelineMutation, ResumePipelineMutationVariables } from '../graphql.ts';
import { PauseFactsFragmentDoc } from './pause-fragments.ts';

export const PauseOfDocument = gql<PauseOfQuery, PauseOfQueryVariables>`query PauseOf($kind:String!$name:String!){pause(kind:$kind name:$name){...PauseFacts}}${PauseFactsFragmentDoc}`;
export const PauseBacklogDocument = gql<PauseBacklogQuery, PauseBacklogQueryVariables>`query PauseBacklog($kind:String!$name:String!){pause_backlog(kind:$kind name:$name){count items{id kind name report_date due}}}`;
export const PausePipelineDocument = gql<PausePipelineMutation, PausePipelineMutationVariables>`mutation PausePipeline($kind:String!$name:String!$reason:String!$until:DateTime$catches_up:Boolean){pause(kind:$kind name:$name reason:$reason until:$until catches_up:$catches_up){__typename ...on Pause{...PauseFacts}...on Refusal{problem:message}}}${PauseFactsFragmentDoc}`;
export const PauseKeyDocument = gql<PauseKeyMutation, PauseKeyMutationVariables>`mutation PauseKey($name:String!$reason:String!$until:DateTime$catches_up:Boolean){pause_key(name:$name reason:$reason until:$until catches_up:$catches_up){__typename ...on Pause{...PauseFacts}...on Refusal{problem:message}}}${PauseFactsFragmentDoc}`;
export const ResumePipelineDocument = gql<ResumePipelineMutation, ResumePipelineMutationVariables>`mutation ResumePipeline($kind:String!$name:String!$catch_up:String!$items:[String!]){resume(kind:$kind name:$name catch_up:$catch_up items:$items){__typename ...on Refusal{problem:message}}}`;
export const ResumeKeyDocument = gql<ResumeKeyMutation, ResumeKeyMutationVariables>`mutation ResumeKey($name:String!$catch_up:String!$items:[String!]){resume_key(name:$name catch_up:$catch_up items:$items){__typename ...on Refusal{problem:message}}}`;
