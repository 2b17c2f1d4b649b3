// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DeactivatedAccountFactsFragment } from '../graphql.ts';

export const DeactivatedAccountFactsFragmentDoc = gql<DeactivatedAccountFactsFragment>`fragment DeactivatedAccountFacts on DeactivatedAccount{id urlName name deactivatedOn erasesOn isBeingErased}`;
