// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DeleteViewMutation, DeleteViewMutationVariables, RenameViewMutation, RenameViewMutationVariables, SaveViewMutation, SaveViewMutationVariables, SavedViewsQuery, SavedViewsQueryVariables } from '../graphql.ts';
import { SavedViewFragmentDoc } from './saved-views-fragments.ts';

export const SavedViewsDocument = gql<SavedViewsQuery, SavedViewsQueryVariables>`query SavedViews($list:String!){saved_views(list:$list){nodes{...SavedView}}}${SavedViewFragmentDoc}`;
export const SaveViewDocument = gql<SaveViewMutation, SaveViewMutationVariables>`mutation SaveView($list:String!$name:String!$query:String!){save_view(list:$list name:$name query:$query){...SavedView ...on ConflictError{message}}}${SavedViewFragmentDoc}`;
export const RenameViewDocument = gql<RenameViewMutation, RenameViewMutationVariables>`mutation RenameView($id:ID!$name:String!){rename_view(id:$id name:$name){...SavedView ...on ConflictError{message}...on NotFoundError{message}}}${SavedViewFragmentDoc}`;
export const DeleteViewDocument = gql<DeleteViewMutation, DeleteViewMutationVariables>`mutation DeleteView($id:ID!){delete_view(id:$id){...SavedView ...on NotFoundError{message}}}${SavedViewFragmentDoc}`;
