// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { MaintenanceFactsFragment } from '../graphql.ts';

export const MaintenanceFactsFragmentDoc = gql<MaintenanceFactsFragment>`fragment MaintenanceFacts on MaintenanceWindow{id kind name starts ends reason planned_by{id name}}`;
