// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ListedSchemaChangeFragment } from '../graphql.ts';
import { SchemaChangeFragmentDoc } from './source-quality-fragments.ts';

export const ListedSchemaChangeFragmentDoc = gql<ListedSchemaChangeFragment>`fragment ListedSchemaChange on SchemaChange{source download_id changelist_id report_datetime{iso short long long_utc}...SchemaChange}${SchemaChangeFragmentDoc}`;
