// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FilterOptionsQuery, FilterOptionsQueryVariables } from '../graphql.ts';

export const FilterOptionsDocument = gql<FilterOptionsQuery, FilterOptionsQueryVariables>`query FilterOptions{filter_options{projects download_names bundle_names upload_names destinations}}`;
