import { expect, it } from 'vitest';
import { fileTree, foldersOf } from './file-nodes.ts';

const PATHS = ['main.sbs', 'ads/orders.sbs', 'ads/daily/clicks.sbs', 'archive/old.sbs'];

it('puts folders before files, each by name', () => {
  expect(fileTree(PATHS)).toEqual([
    {
      value: 'ads',
      label: 'ads',
      children: [
        { value: 'ads/daily', label: 'daily', children: [{ value: 'ads/daily/clicks.sbs', label: 'clicks.sbs' }] },
        { value: 'ads/orders.sbs', label: 'orders.sbs' },
      ],
    },
    { value: 'archive', label: 'archive', children: [{ value: 'archive/old.sbs', label: 'old.sbs' }] },
    { value: 'main.sbs', label: 'main.sbs' },
  ]);
});

it('lists folders at every depth once', () => {
  expect(foldersOf(PATHS)).toEqual(['ads', 'ads/daily', 'archive']);
});
