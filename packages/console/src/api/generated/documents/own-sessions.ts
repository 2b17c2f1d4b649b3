// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { EndOtherSessionsMutation, EndOtherSessionsMutationVariables, EndSessionMutation, EndSessionMutationVariables, OwnSessionsQuery, OwnSessionsQueryVariables } from '../graphql.ts';
import { OwnSessionListFragmentDoc } from './own-sessions-fragments.ts';

export const OwnSessionsDocument = gql<OwnSessionsQuery, OwnSessionsQueryVariables>`query OwnSessions{own_sessions{...OwnSessionList}}${OwnSessionListFragmentDoc}`;
export const EndSessionDocument = gql<EndSessionMutation, EndSessionMutationVariables>`mutation EndSession($id:ID!){end_session(id:$id){__typename ...on OwnSessions{...OwnSessionList}...on Refusal{problem:message}}}${OwnSessionListFragmentDoc}`;
export const EndOtherSessionsDocument = gql<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>`mutation EndOtherSessions{end_other_sessions{...OwnSessionList}}${OwnSessionListFragmentDoc}`;
