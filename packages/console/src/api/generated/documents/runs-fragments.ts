// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { RunRowFragment } from '../graphql.ts';
import { FlowWaitingFragmentDoc } from './flow-waiting-fragments.ts';
import { ReportDateFragmentDoc } from './transfer-fragments.ts';

export const RunRowFragmentDoc = gql<RunRowFragment>`fragment RunRow on Flow{id status phase failed kept_rows waiting{...FlowWaiting}report_datetime{...ReportDate}}${FlowWaitingFragmentDoc}${ReportDateFragmentDoc}`;
