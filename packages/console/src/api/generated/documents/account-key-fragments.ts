// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountKeyFactsFragment } from '../graphql.ts';

export const AccountKeyFactsFragmentDoc = gql<AccountKeyFactsFragment>`fragment AccountKeyFacts on AccountKey{id reference created is_current sealed_secrets secrets problem}`;
