// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountRolesQuery, AccountRolesQueryVariables, RemoveRoleMutation, RemoveRoleMutationVariables, SaveRoleMutation, SaveRoleMutationVariables } from '../graphql.ts';
import { RoleFactsFragmentDoc } from './account-roles-fragments.ts';

export const AccountRolesDocument = gql<AccountRolesQuery, AccountRolesQueryVariables>`query AccountRoles($urlName:String!){account(urlName:$urlName){id definedRoles{...RoleFacts}}}${RoleFactsFragmentDoc}`;
export const SaveRoleDocument = gql<SaveRoleMutation, SaveRoleMutationVariables>`mutation SaveRole($urlName:String!$name:String!$permissions:[String!]!$roleId:ID$version:Int){saveAccountRole(urlName:$urlName name:$name permissions:$permissions roleId:$roleId version:$version){__typename ...on AccountRole{...RoleFacts account{id users{id name email roles isLastAccount}definedRoles{...RoleFacts}}}...on InvalidRoleError{field problem:message}...on Refusal{problem:message}}}${RoleFactsFragmentDoc}`;
export const RemoveRoleDocument = gql<RemoveRoleMutation, RemoveRoleMutationVariables>`mutation RemoveRole($urlName:String!$roleId:ID!$version:Int!){removeAccountRole(urlName:$urlName roleId:$roleId version:$version){__typename ...on Account{id definedRoles{...RoleFacts}}...on Refusal{problem:message}}}${RoleFactsFragmentDoc}`;
