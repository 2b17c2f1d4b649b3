// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { BackfillFactsFragment, SubgraphPartsFragment } from '../graphql.ts';
import { BackfillRowFragmentDoc } from './backfill-fragments.ts';

export const SubgraphPartsFragmentDoc = gql<SubgraphPartsFragment>`fragment SubgraphParts on Subgraph{download_declarations{name project bundle_name tables{name exports{name}}}upload_declarations{name}}`;
export const BackfillFactsFragmentDoc = gql<BackfillFactsFragment>`fragment BackfillFacts on Backfill{...BackfillRow description cancelled_on cancelled_by{id name}}${BackfillRowFragmentDoc}`;
