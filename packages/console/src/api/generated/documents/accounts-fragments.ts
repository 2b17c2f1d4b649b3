// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AdministeredAccountFragment } from '../graphql.ts';

export const AdministeredAccountFragmentDoc = gql<AdministeredAccountFragment>`fragment AdministeredAccount on Account{id urlName name}`;
