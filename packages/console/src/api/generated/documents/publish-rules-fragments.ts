// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { PublishRulesFragment } from '../graphql.ts';

export const PublishRulesFragmentDoc = gql<PublishRulesFragment>`fragment PublishRules on PublishSettings{requires_approval change_problem pending_change{id requested_by{id name}created is_mine answer_problem}}`;
