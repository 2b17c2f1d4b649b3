// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { EndMaintenanceMutation, EndMaintenanceMutationVariables, MaintenanceWindowsQuery, MaintenanceWindowsQueryVariables, PlanMaintenanceMutation, PlanMaintenanceMutationVariables } from '../graphql.ts';
import { MaintenanceFactsFragmentDoc } from './maintenance-fragments.ts';

export const MaintenanceWindowsDocument = gql<MaintenanceWindowsQuery, MaintenanceWindowsQueryVariables>`query MaintenanceWindows{maintenance{windows{...MaintenanceFacts}}}${MaintenanceFactsFragmentDoc}`;
export const PlanMaintenanceDocument = gql<PlanMaintenanceMutation, PlanMaintenanceMutationVariables>`mutation PlanMaintenance($kind:String!$name:String$starts:DateTime$ends:DateTime!$reason:String!){plan_maintenance(kind:$kind name:$name starts:$starts ends:$ends reason:$reason){__typename ...on MaintenanceWindow{...MaintenanceFacts}...on Refusal{problem:message}}}${MaintenanceFactsFragmentDoc}`;
export const EndMaintenanceDocument = gql<EndMaintenanceMutation, EndMaintenanceMutationVariables>`mutation EndMaintenance($id:ID!){end_maintenance(id:$id){__typename ...on MaintenanceWindow{id}...on Refusal{problem:message}}}`;
