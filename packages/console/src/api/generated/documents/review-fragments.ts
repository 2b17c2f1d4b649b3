// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DraftCommentRowFragment, DraftReviewPartsFragment, DraftThreadRowFragment } from '../graphql.ts';

export const DraftCommentRowFragmentDoc = gql<DraftCommentRowFragment>`fragment DraftCommentRow on DraftComment{id body created created_by{id name}edited is_mine}`;
export const DraftThreadRowFragmentDoc = gql<DraftThreadRowFragment>`fragment DraftThreadRow on DraftThread{id body created created_by{id name}edited deleted is_mine original_path original_line path line outdated resolved resolved_by{id name}replies{...DraftCommentRow}}${DraftCommentRowFragmentDoc}`;
export const DraftReviewPartsFragmentDoc = gql<DraftReviewPartsFragment>`fragment DraftReviewParts on Changelist{id version open_comments approved_by{id name}approved_on comments{...DraftThreadRow}review{is_required state publish_problem answer_problem history{version kind note created person{id name}}}}${DraftThreadRowFragmentDoc}`;
