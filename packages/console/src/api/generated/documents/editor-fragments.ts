// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { EditorFileFragment, EditorHeadFragment } from '../graphql.ts';

export const EditorHeadFragmentDoc = gql<EditorHeadFragment>`fragment EditorHead on Changelist{id description status archived needs_merge version branched_from updated_on updated_by{id name}published_on flow_summary{purpose unfinished succeeded failed dirty_rows_all dirty_rows_some}}`;
export const EditorFileFragmentDoc = gql<EditorFileFragment>`fragment EditorFile on File{id path hash}`;
