// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AnswerPublishRulesMutation, AnswerPublishRulesMutationVariables, PublishRulesQuery, PublishRulesQueryVariables, SavePublishRulesMutation, SavePublishRulesMutationVariables } from '../graphql.ts';
import { PublishRulesFragmentDoc } from './publish-rules-fragments.ts';

export const PublishRulesDocument = gql<PublishRulesQuery, PublishRulesQueryVariables>`query PublishRules{publish_settings{...PublishRules}}${PublishRulesFragmentDoc}`;
export const SavePublishRulesDocument = gql<SavePublishRulesMutation, SavePublishRulesMutationVariables>`mutation SavePublishRules($required:Boolean!){save_publish_settings(requires_approval:$required){...PublishRules}}${PublishRulesFragmentDoc}`;
export const AnswerPublishRulesDocument = gql<AnswerPublishRulesMutation, AnswerPublishRulesMutationVariables>`mutation AnswerPublishRules($id:ID!$answer:String!){outcome:answer_publish_settings_change(change_id:$id answer:$answer){__typename ...on PublishSettings{...PublishRules}...on Refusal{problem:message}}}${PublishRulesFragmentDoc}`;
