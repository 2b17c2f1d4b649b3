// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { SuspendedKeysQuery, SuspendedKeysQueryVariables } from '../graphql.ts';

export const SuspendedKeysDocument = gql<SuspendedKeysQuery, SuspendedKeysQueryVariables>`query SuspendedKeys{getSuspendedCredentialCount}`;
