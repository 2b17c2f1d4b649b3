// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { SaveEventMutation, SaveEventMutationVariables } from '../graphql.ts';
import { EventRowFragmentDoc } from './event-fragments.ts';

export const SaveEventDocument = gql<SaveEventMutation, SaveEventMutationVariables>`mutation SaveEvent($id:ID!$comment:String!){save_event(id:$id comment:$comment){__typename ...on Event{...EventRow}...on NotFoundError{problem:message}}}${EventRowFragmentDoc}`;
