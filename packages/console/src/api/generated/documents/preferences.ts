// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { MeQuery, MeQueryVariables, SavePreferenceMutation, SavePreferenceMutationVariables } from '../graphql.ts';

export const MeDocument = gql<MeQuery, MeQueryVariables>`query Me{meV2{id email name userPreferences{prefersMiniNavbar mode drawerWidth}datagridPreferences}}`;
export const SavePreferenceDocument = gql<SavePreferenceMutation, SavePreferenceMutationVariables>`mutation SavePreference($name:String!$value:JSON!){savePreference(name:$name value:$value){name value}}`;
