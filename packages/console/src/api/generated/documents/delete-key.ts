// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DeleteKeyMutation, DeleteKeyMutationVariables, KeyImpactQuery, KeyImpactQueryVariables } from '../graphql.ts';

export const KeyImpactDocument = gql<KeyImpactQuery, KeyImpactQueryVariables>`query KeyImpact($name:String!){impactedDownloads(credential:$name){nodes{id name}}impactedUploads(credential:$name){nodes{id name}}}`;
export const DeleteKeyDocument = gql<DeleteKeyMutation, DeleteKeyMutationVariables>`mutation DeleteKey($name:String!){save_credential(name:$name status:"archived"){__typename ...on SaveCredentialOk{credential{id}}...on Refusal{problem:message}}}`;
