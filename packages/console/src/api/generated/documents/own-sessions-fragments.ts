// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { OwnSessionListFragment } from '../graphql.ts';

export const OwnSessionListFragmentDoc = gql<OwnSessionListFragment>`fragment OwnSessionList on OwnSessions{sessions{id device address created last_used is_current}}`;
