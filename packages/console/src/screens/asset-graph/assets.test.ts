import { describe, expect, it } from 'vitest';
import { buildAsset } from '../../../test/build-asset.ts';
import { type AssetFilter, assetView, chooseAssets, connectAssets, mapOf } from './assets.ts';

const ASSETS = connectAssets([
  buildAsset(),
  buildAsset({ id: 'download:sites', name: 'sites', level: 'Error', fresh_date: null }),
  buildAsset({ id: 'table:totals', kind: 'table', name: 'totals', level: 'Error', message: null, inputs: [0, 1] }),
  buildAsset({ id: 'upload:daily', kind: 'upload', name: 'daily', level: 'Notice', destination: 'S3', inputs: [2] }),
]);
const ALL: AssetFilter = { search: '', status: 'Working', asset: '', focus: 'all', hops: '1' };
const chosen = (patch: Partial<AssetFilter>): string[] =>
  chooseAssets(ASSETS, { ...ALL, ...patch }).flatMap((at) => ASSETS.all[at]?.name ?? []);

describe('the assets that are shown', () => {
  it('the chosen level is shown with more serious ones', () => {
    expect(chosen({})).toEqual(['orders', 'sites', 'totals', 'daily']);
    expect(chosen({ status: 'Notice' })).toEqual(['sites', 'totals', 'daily']);
    expect(chosen({ status: 'Error' })).toEqual(['sites', 'totals']);
  });

  it('only the neighbours of the chosen one are shown, as many steps away as is asked for', () => {
    expect(chosen({ asset: 'download:orders', focus: 'downstream' })).toEqual(['orders', 'totals']);
    expect(chosen({ asset: 'download:orders', focus: 'downstream', hops: '2' })).toEqual(['orders', 'totals', 'daily']);
    expect(chosen({ asset: 'upload:daily', focus: 'upstream', hops: 'all' })).toHaveLength(4);
    expect(chosen({ asset: 'table:totals', focus: 'both' })).toHaveLength(4);
  });

  it('the chosen one is shown whatever its level, and one that the script does not have is ignored', () => {
    expect(chosen({ asset: 'download:orders', status: 'Error' })).toEqual(['orders', 'sites', 'totals']);
    expect(chosen({ asset: 'table:gone', focus: 'both' })).toHaveLength(4);
  });
});

describe('the drawing of assets', () => {
  it('only edges between shown assets are drawn', () => {
    const { nodes, edges } = mapOf(ASSETS, [1, 2, 3], 'dai');
    expect(nodes.map(({ id }) => id)).toEqual(['download:sites', 'table:totals', 'upload:daily']);
    expect(edges).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(nodes.map(({ isFaint }) => isFaint)).toEqual([true, true, false]);
  });

  it('describes each node with its kind, its state and how fresh it is', () => {
    const { nodes } = mapOf(ASSETS, [0, 1, 2], '');
    expect(nodes.map(({ description }) => description)).toEqual([
      'orders, Download, Working, rows to Nov 19',
      'sites, Download, Error, no rows in 90 days',
      'totals, Table, Input in error, rows to Nov 19',
    ]);
    expect(nodes.map(({ note }) => note)).toEqual(['Nov 19', 'Error · no rows yet', 'Input in error · Nov 19']);
  });
});

describe('the state of an asset', () => {
  it.each([
    [{ artifact_status: 'suspended', level: 'Error' }, 'Suspended', 'error'],
    [{ artifact_status: 'paused', level: 'Notice' }, 'Paused', 'inactive'],
    [{ late_dates: ['2026-11-18'], level: 'Notice' }, 'Late for Nov 18', 'warning'],
    [{ late_dates: ['2026-11-18', '2026-11-19'], level: 'Error' }, 'Late for 2 dates', 'error'],
    [{ is_running: true }, 'Running', 'working'],
    [{ is_running: true, level: 'Issue' }, 'Issue', 'warning'],
    [{ kind: 'table', level: 'Issue' }, 'Input has issues', 'warning'],
  ] as const)('%o is shown as %s', (patch, label, tone) => {
    expect(assetView(buildAsset(patch as never))).toMatchObject({ label, tone });
  });
});
