// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { CreateServiceTokenMutation, CreateServiceTokenMutationVariables, RevokeServiceTokenMutation, RevokeServiceTokenMutationVariables, ServiceTokensQuery, ServiceTokensQueryVariables } from '../graphql.ts';
import { ServiceTokenRowFragmentDoc } from './service-tokens-fragments.ts';

export const ServiceTokensDocument = gql<ServiceTokensQuery, ServiceTokensQueryVariables>`query ServiceTokens{service_tokens{nodes{...ServiceTokenRow}}}${ServiceTokenRowFragmentDoc}`;
export const CreateServiceTokenDocument = gql<CreateServiceTokenMutation, CreateServiceTokenMutationVariables>`mutation CreateServiceToken($name:String!$days:Int!$may_publish:Boolean$may_fetch_new_downloads:Boolean$manages_users:Boolean){create_service_token(name:$name days:$days may_publish:$may_publish may_fetch_new_downloads:$may_fetch_new_downloads manages_users:$manages_users){__typename ...on NewServiceToken{token service_token{...ServiceTokenRow}}...on ConflictError{problem:message}}}${ServiceTokenRowFragmentDoc}`;
export const RevokeServiceTokenDocument = gql<RevokeServiceTokenMutation, RevokeServiceTokenMutationVariables>`mutation RevokeServiceToken($id:ID!){revoke_service_token(id:$id){__typename ...on ServiceToken{id}...on NotFoundError{problem:message}}}`;
