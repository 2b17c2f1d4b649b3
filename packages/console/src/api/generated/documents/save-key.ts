// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { SaveKeyMutation, SaveKeyMutationVariables } from '../graphql.ts';
import { KeyRowFragmentDoc } from './key-fragments.ts';

export const SaveKeyDocument = gql<SaveKeyMutation, SaveKeyMutationVariables>`mutation SaveKey($name:String!$newName:String$type:String$status:String$description:String$properties:JSON$version:Int$validate:Boolean){save_credential(name:$name new_name:$newName credential_type:$type status:$status description:$description properties:$properties version:$version validate:$validate){__typename ...on SaveCredentialOk{oauth_url credential{...KeyRow}}...on InvalidCredential{message}...on ValidationErrors{errors{typeId properties message}}}}${KeyRowFragmentDoc}`;
