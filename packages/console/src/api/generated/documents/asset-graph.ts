// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AssetGraphQuery, AssetGraphQueryVariables } from '../graphql.ts';
import { AssetFragmentDoc } from './asset-graph-fragments.ts';

export const AssetGraphDocument = gql<AssetGraphQuery, AssetGraphQueryVariables>`query AssetGraph($refresh:Boolean){asset_graph(refresh:$refresh){__typename ...on AssetGraph{changelist_id refreshed_at assets{...Asset}}...on NoPublishedScriptbook{message}}}${AssetFragmentDoc}`;
