// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { KeyRowFragment } from '../graphql.ts';

export const KeyRowFragmentDoc = gql<KeyRowFragment>`fragment KeyRow on Credential{id name credential_type_name status description expires expires_of}`;
