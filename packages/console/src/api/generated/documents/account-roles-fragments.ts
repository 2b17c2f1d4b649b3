// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { RoleFactsFragment } from '../graphql.ts';

export const RoleFactsFragmentDoc = gql<RoleFactsFragment>`fragment RoleFacts on AccountRole{id name permissions version holders}`;
