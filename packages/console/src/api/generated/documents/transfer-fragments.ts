// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AmountsFragment, ReportDateFragment, TransferProgressFragment, TransferWaitingFragment } from '../graphql.ts';

export const ReportDateFragmentDoc = gql<ReportDateFragment>`fragment ReportDate on ReportDatetime{short long long_utc iso}`;
export const AmountsFragmentDoc = gql<AmountsFragment>`fragment Amounts on Progress{rows bytes reports}`;
export const TransferProgressFragmentDoc = gql<TransferProgressFragment>`fragment TransferProgress on DownloadProgress{completed{...Amounts}estimated{...Amounts}}${AmountsFragmentDoc}`;
export const TransferWaitingFragmentDoc = gql<TransferWaitingFragment>`fragment TransferWaiting on Waiting{reason waits_for next_check action before stopped_by}`;
