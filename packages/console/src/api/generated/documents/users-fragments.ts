// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AdministeredUserFragment } from '../graphql.ts';

export const AdministeredUserFragmentDoc = gql<AdministeredUserFragment>`fragment AdministeredUser on User{id name email globalRoles}`;
