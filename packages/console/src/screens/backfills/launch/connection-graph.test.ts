import { expect, it } from 'vitest';
import { connectionGraph, connectionsOf, hasLinks, uploadsBehind } from './connection-graph.ts';

const bundle = (name: string, tables: Readonly<Record<string, readonly string[]>>) => ({
  id: name,
  bundle_name: name,
  tables: Object.entries(tables).map(([table, uploads]) => ({
    id: table,
    name: table,
    exports: uploads.map((upload) => ({ name: upload })),
  })),
});
const BUNDLES = [
  bundle('ads', { ads: ['display', 'revenue'] }),
  bundle('video', { views: ['revenue'], players: ['players'], unused: [] }),
  bundle('orders', { orders: ['orders'] }),
] as unknown as Parameters<typeof connectionsOf>[0];

it('connects uploads that share a download, directly or through others', () => {
  const connections = connectionsOf(BUNDLES, 'display');
  expect(connections.uploads.toSorted()).toEqual(['display', 'players', 'revenue']);
  expect(connections.downloads.map(({ name }) => name)).toEqual(['ads', 'video']);
  expect(connectionsOf(BUNDLES, 'orders').uploads).toEqual(['orders']);
  expect(connectionsOf(BUNDLES, 'elsewhere')).toEqual({ downloads: [], uploads: ['elsewhere'] });
});

it('draws a table between where a download has several, and leaves out tables that no upload reads', () => {
  const { nodes, edges } = connectionGraph(connectionsOf(BUNDLES, 'display'), new Set(['display']));
  expect(nodes.map(({ label, kind, isChosen }) => `${kind} ${label}${isChosen === true ? ' chosen' : ''}`)).toEqual([
    'Download ads',
    'Download video',
    'Table views',
    'Table players',
    'Upload display chosen',
    'Upload revenue',
    'Upload players',
  ]);
  expect(edges.filter(({ isFaint }) => isFaint !== true)).toEqual([{ from: 'download ads', to: 'upload display' }]);
  expect(edges).toHaveLength(6);
});

it('chooses the uploads behind a node', () => {
  const connections = connectionsOf(BUNDLES, 'display');
  expect(uploadsBehind(connections, 'upload revenue')).toEqual(['revenue']);
  expect(uploadsBehind(connections, 'download video')).toEqual(['revenue', 'players']);
  expect(uploadsBehind(connections, 'table video players')).toEqual(['players']);
  expect(uploadsBehind(connections, 'nothing')).toEqual([]);
});

it('draws no links without chosen uploads', { tags: 'spec:backfill-next-disabled' }, () => {
  const connections = connectionsOf(BUNDLES, 'display');
  expect(hasLinks(connections, new Set())).toBe(false);
  expect(hasLinks(connections, new Set(['players']))).toBe(true);
});
