// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ArchiveTestRunMutation, ArchiveTestRunMutationVariables, TestRunDifferencesQuery, TestRunDifferencesQueryVariables, TestRunEventsQuery, TestRunEventsQueryVariables, TestRunQuery, TestRunQueryVariables, TestRunsQuery, TestRunsQueryVariables } from '../graphql.ts';
import { EventRowFragmentDoc } from './event-fragments.ts';
import { DifferenceRowsFragmentDoc, TestRunRowFragmentDoc } from './test-run-fragments.ts';

export const TestRunsDocument = gql<TestRunsQuery, TestRunsQueryVariables>`query TestRuns($first:Int$after:String){flows(first:$first after:$after purpose:["proof"]archived:false){nodes{...TestRunRow}pageInfo{hasNextPage endCursor}}}${TestRunRowFragmentDoc}`;
export const TestRunDocument = gql<TestRunQuery, TestRunQueryVariables>`query TestRun($id:ID!){flow(id:$id){purpose ...TestRunRow}}${TestRunRowFragmentDoc}`;
export const TestRunEventsDocument = gql<TestRunEventsQuery, TestRunEventsQueryVariables>`query TestRunEvents($flow_id:ID!$first:Int){events(first:$first flow_id:$flow_id){nodes{...EventRow}}}${EventRowFragmentDoc}`;
export const TestRunDifferencesDocument = gql<TestRunDifferencesQuery, TestRunDifferencesQueryVariables>`query TestRunDifferences($id:ID!){flow(id:$id){id outputs{id name status result_file difference{...DifferenceRows}}}}${DifferenceRowsFragmentDoc}`;
export const ArchiveTestRunDocument = gql<ArchiveTestRunMutation, ArchiveTestRunMutationVariables>`mutation ArchiveTestRun($id:ID!$archived:Boolean!){save_flow(id:$id archived:$archived){__typename ...on Flow{id}...on Refusal{problem:message}}}`;
