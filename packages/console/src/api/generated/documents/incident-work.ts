// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { IncidentAssigneesQuery, IncidentAssigneesQueryVariables, IncidentHistoryQuery, IncidentHistoryQueryVariables, WorkIncidentMutation, WorkIncidentMutationVariables } from '../graphql.ts';

export const IncidentHistoryDocument = gql<IncidentHistoryQuery, IncidentHistoryQueryVariables>`query IncidentHistory($id:ID!){incident_history(id:$id){acts{id created person act assigned_to until note}notices{id integration change state sent}}}`;
export const IncidentAssigneesDocument = gql<IncidentAssigneesQuery, IncidentAssigneesQueryVariables>`query IncidentAssignees($search:String){incident_assignees(search:$search){nodes{id name email}}}`;
export const WorkIncidentDocument = gql<WorkIncidentMutation, WorkIncidentMutationVariables>`mutation WorkIncident($id:ID!$act:String!$person_id:ID$until:DateTime$note:String){work_incident(id:$id act:$act person_id:$person_id until:$until note:$note){__typename ...on Refusal{problem:message}}}`;
