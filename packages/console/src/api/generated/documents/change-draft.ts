// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ArchiveDraftMutation, ArchiveDraftMutationVariables, BranchChangelistMutation, BranchChangelistMutationVariables, RenameDraftMutation, RenameDraftMutationVariables, RollBackMutation, RollBackMutationVariables } from '../graphql.ts';
import { ChangelistRowFragmentDoc } from './draft-fragments.ts';

export const BranchChangelistDocument = gql<BranchChangelistMutation, BranchChangelistMutationVariables>`mutation BranchChangelist($description:String!$id:ID){branch_changelist(description:$description changelist_id:$id){__typename ...on Changelist{...ChangelistRow}...on Refusal{problem:message}}}${ChangelistRowFragmentDoc}`;
export const ArchiveDraftDocument = gql<ArchiveDraftMutation, ArchiveDraftMutationVariables>`mutation ArchiveDraft($id:ID!){save_changelist(changelist_id:$id action:"archive"){__typename ...on SaveChangelistOk{changelist{id status}}...on Refusal{problem:message}}}`;
export const RenameDraftDocument = gql<RenameDraftMutation, RenameDraftMutationVariables>`mutation RenameDraft($id:ID!$description:String!){save_changelist(changelist_id:$id changelist:{description:$description}){__typename ...on SaveChangelistOk{changelist{id description updated_on updated_by{id name}}}...on Refusal{problem:message}}}`;
export const RollBackDocument = gql<RollBackMutation, RollBackMutationVariables>`mutation RollBack($id:ID!){rollback_changelist(changelist_id:$id){__typename ...on SaveChangelistOk{changelist{...ChangelistRow}}...on Refusal{problem:message}}}${ChangelistRowFragmentDoc}`;
