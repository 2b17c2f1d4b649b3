// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ColumnDifferenceFragment, DeliveredColumnsFragment, SchemaChangeFragment, SourceDayFragment } from '../graphql.ts';

export const ColumnDifferenceFragmentDoc = gql<ColumnDifferenceFragment>`fragment ColumnDifference on ColumnChange{kind column cause text uploads}`;
export const DeliveredColumnsFragmentDoc = gql<DeliveredColumnsFragment>`fragment DeliveredColumns on DeliveredColumns{id since revision contract_on contract_by{id name}columns{name type nullable use uploads}deviations{...ColumnDifference}}${ColumnDifferenceFragmentDoc}`;
export const SourceDayFragmentDoc = gql<SourceDayFragment>`fragment SourceDay on SourceDay{day rows bytes arrived compared rows_low rows_high rows_verdict bytes_verdict expected_by arrival_verdict}`;
export const SchemaChangeFragmentDoc = gql<SchemaChangeFragment>`fragment SchemaChange on SchemaChange{id created table report_datetime{iso}row_count script published_on published_by{id name}changes{...ColumnDifference}dirty{column reason rows}}${ColumnDifferenceFragmentDoc}`;
