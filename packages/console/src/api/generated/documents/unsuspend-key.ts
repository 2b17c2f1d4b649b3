// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { UnsuspendKeyMutation, UnsuspendKeyMutationVariables } from '../graphql.ts';

export const UnsuspendKeyDocument = gql<UnsuspendKeyMutation, UnsuspendKeyMutationVariables>`mutation UnsuspendKey($name:String!){save_credential(name:$name status:"active"){__typename ...on Refusal{problem:message}}}`;
