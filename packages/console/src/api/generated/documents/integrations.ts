// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { IntegrationChannelsQuery, IntegrationChannelsQueryVariables, IntegrationsQuery, IntegrationsQueryVariables, RemoveIntegrationMutation, RemoveIntegrationMutationVariables, SaveIntegrationMutation, SaveIntegrationMutationVariables, TestIntegrationMutation, TestIntegrationMutationVariables } from '../graphql.ts';
import { IntegrationRowFragmentDoc } from './fragments.ts';

export const IntegrationsDocument = gql<IntegrationsQuery, IntegrationsQueryVariables>`query Integrations{integrations(first:100){nodes{...IntegrationRow}}}${IntegrationRowFragmentDoc}`;
export const IntegrationChannelsDocument = gql<IntegrationChannelsQuery, IntegrationChannelsQueryVariables>`query IntegrationChannels($id:ID!){integration(id:$id){id assistance{error channels{id name purpose is_general is_member}}}}`;
export const SaveIntegrationDocument = gql<SaveIntegrationMutation, SaveIntegrationMutationVariables>`mutation SaveIntegration($id:ID$type:String$version:Int$authorization:JSON$configuration:JSON$filters:JSON){save_integration(id:$id integration_type:$type version:$version authorization:$authorization configuration:$configuration filters:$filters){__typename ...on SaveIntegrationOk{integration{...IntegrationRow}}...on InvalidIntegration{message}...on IntegrationErrors{errors{code path message}}}}${IntegrationRowFragmentDoc}`;
export const TestIntegrationDocument = gql<TestIntegrationMutation, TestIntegrationMutationVariables>`mutation TestIntegration($id:ID!$filter:ID!){test_integration(id:$id filter_id:$filter){__typename ...on InvalidIntegration{message}...on IntegrationErrors{errors{path message}}}}`;
export const RemoveIntegrationDocument = gql<RemoveIntegrationMutation, RemoveIntegrationMutationVariables>`mutation RemoveIntegration($id:ID!){remove_integration(id:$id){__typename ...on InvalidIntegration{message}}}`;
