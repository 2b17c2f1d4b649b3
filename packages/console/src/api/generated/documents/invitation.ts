// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AnswerInvitationMutation, AnswerInvitationMutationVariables, ReceivedInvitationQuery, ReceivedInvitationQueryVariables } from '../graphql.ts';

export const ReceivedInvitationDocument = gql<ReceivedInvitationQuery, ReceivedInvitationQueryVariables>`query ReceivedInvitation($secret:String!){received_invitation(secret:$secret){__typename ...on ReceivedInvitation{account_name inviter_name roles expires}...on Refusal{problem:message}}}`;
export const AnswerInvitationDocument = gql<AnswerInvitationMutation, AnswerInvitationMutationVariables>`mutation AnswerInvitation($secret:String!$accept:Boolean!){answer_invitation(secret:$secret accept:$accept){__typename ...on AnsweredInvitation{accepted url_name}...on Refusal{problem:message}}}`;
