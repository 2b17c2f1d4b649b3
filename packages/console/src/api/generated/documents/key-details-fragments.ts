// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { KeyUserFragment } from '../graphql.ts';

export const KeyUserFragmentDoc = gql<KeyUserFragment>`fragment KeyUser on CredentialUser{id kind name project status}`;
