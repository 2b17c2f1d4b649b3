import { describe, expect, it } from 'vitest';
import { filterTree, findNode, type TreeChoice, valuesOf } from './tree-choice.ts';

const TREE: readonly TreeChoice[] = [
  {
    value: 'ads',
    label: 'ads',
    children: [
      { value: 'ads/orders', label: 'orders' },
      { value: 'ads/clicks', label: 'clicks' },
    ],
  },
  { value: 'video', label: 'video', children: [{ value: 'video/orders', label: 'orders' }] },
];
const find = (word: string) => valuesOf(filterTree(TREE, ({ label }) => label.includes(word)));

describe('a filtered tree', () => {
  it('keeps the branches of leaves that match', () => {
    expect(find('orders')).toEqual(['ads', 'ads/orders', 'video', 'video/orders']);
  });

  it('keeps all nodes of a branch that matches', () => {
    expect(find('ads')).toEqual(['ads', 'ads/orders', 'ads/clicks']);
  });

  it('a filtered tree is empty when nothing matches', () => {
    expect(find('x')).toEqual([]);
  });
});

it('finds a node at any depth', () => {
  expect(findNode(TREE, 'video/orders')?.label).toBe('orders');
  expect(findNode(TREE, 'none')).toBeUndefined();
});
