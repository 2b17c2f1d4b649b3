// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { KeysOfTypeQuery, KeysOfTypeQueryVariables, PreviewRepointQuery, PreviewRepointQueryVariables, RepointKeyMutation, RepointKeyMutationVariables } from '../graphql.ts';

export const KeysOfTypeDocument = gql<KeysOfTypeQuery, KeysOfTypeQueryVariables>`query KeysOfType($type:String!){credentials(first:100 credentialTypes:[$type]status:["active"]){nodes{id name}}}`;
export const PreviewRepointDocument = gql<PreviewRepointQuery, PreviewRepointQueryVariables>`query PreviewRepoint($from:String!$to:String!){preview_repoint(from:$from to:$to){__typename ...on RepointPreview{items{id kind name project path line is_test is_draft changelist problem}}...on InvalidCredential{message}}}`;
export const RepointKeyDocument = gql<RepointKeyMutation, RepointKeyMutationVariables>`mutation RepointKey($from:String!$to:String!$items:[String!]!){repoint_key(from:$from to:$to items:$items){__typename ...on RepointOk{changelist_id outcomes{id outcome message}}...on InvalidCredential{message}}}`;
