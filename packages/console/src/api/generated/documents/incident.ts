// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { IncidentCausesQuery, IncidentCausesQueryVariables, IncidentCountQuery, IncidentCountQueryVariables, IncidentsQuery, IncidentsQueryVariables } from '../graphql.ts';
import { IncidentRowFragmentDoc } from './incident-fragments.ts';
import { StateCountFragmentDoc } from './state-count-fragments.ts';

export const IncidentsDocument = gql<IncidentsQuery, IncidentsQueryVariables>`query Incidents($account:String$first:Int$work:String){incidents(account:$account first:$first work:$work){nodes{...IncidentRow}pageInfo{hasNextPage}}}${IncidentRowFragmentDoc}`;
export const IncidentCausesDocument = gql<IncidentCausesQuery, IncidentCausesQueryVariables>`query IncidentCauses($account:String){incidents(account:$account first:20){nodes{id transfer code subject failed{...StateCount}retrying{...StateCount}}pageInfo{hasNextPage}}}${StateCountFragmentDoc}`;
export const IncidentCountDocument = gql<IncidentCountQuery, IncidentCountQueryVariables>`query IncidentCount($account:String){incidents(account:$account first:100){nodes{id purpose}pageInfo{hasNextPage}}}`;
