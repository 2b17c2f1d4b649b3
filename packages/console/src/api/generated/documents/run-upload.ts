// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { RunUploadMutation, RunUploadMutationVariables } from '../graphql.ts';

export const RunUploadDocument = gql<RunUploadMutation, RunUploadMutationVariables>`mutation RunUpload($id:ID!$request_id:String!){run_upload(id:$id request_id:$request_id){__typename ...on Upload{id status}...on Refusal{problem:message}}}`;
