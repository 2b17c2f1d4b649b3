// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FlowQuery, FlowQueryVariables } from '../graphql.ts';
import { ReportDateFragmentDoc } from './transfer-fragments.ts';

export const FlowDocument = gql<FlowQuery, FlowQueryVariables>`query Flow($id:ID!){flow(id:$id){id status report_datetime{...ReportDate}processing{id started finished status}}}${ReportDateFragmentDoc}`;
