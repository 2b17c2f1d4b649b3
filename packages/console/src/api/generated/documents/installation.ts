// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { InstallationReportQuery, InstallationReportQueryVariables } from '../graphql.ts';

export const InstallationReportDocument = gql<InstallationReportQuery, InstallationReportQueryVariables>`query InstallationReport{installation_report{at database isStuck findings{check level title total todo items{account what why since todo}}}}`;
