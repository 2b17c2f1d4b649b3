import type { AssetFragment } from '../src/api/generated/graphql.ts';

/** A download that is well. */
export const buildAsset = (patch: Partial<AssetFragment> = {}): AssetFragment =>
  ({
    __typename: 'Asset',
    id: 'download:orders',
    kind: 'download',
    name: 'orders',
    project: 'shop',
    destination: null,
    level: 'Working',
    artifact_status: 'active',
    is_running: false,
    message: 'This download is running without issues.',
    message_kind: 'information',
    fresh_date: '2026-11-19',
    late_dates: [],
    inputs: [],
    ...patch,
  }) as AssetFragment;

/** The answer of a graph of these assets. */
export const buildAssetGraph = (assets: readonly AssetFragment[]) => ({
  asset_graph: {
    __typename: 'AssetGraph',
    changelist_id: 'v7',
    refreshed_at: '2026-11-20T12:00:00.000Z',
    assets,
  },
});
