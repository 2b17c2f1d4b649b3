// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { NewFactorFragment, OwnFactorsFragment } from '../graphql.ts';

export const OwnFactorsFragmentDoc = gql<OwnFactorsFragment>`fragment OwnFactors on SignInFactors{is_embedded can_add_passkeys authenticator_app recovery_codes passkeys{id name is_synced created last_used}}`;
export const NewFactorFragmentDoc = gql<NewFactorFragment>`fragment NewFactor on AddedFactor{recovery_codes factors{...OwnFactors}}${OwnFactorsFragmentDoc}`;
