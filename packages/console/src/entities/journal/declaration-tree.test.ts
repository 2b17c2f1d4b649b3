import { expect, it } from 'vitest';
import { completeSelection, declarationTree, nodeValue, readNodeValue } from './declaration-tree.ts';

const NAMES = [
  { project: 'video', name: 'clips' },
  { project: 'ads', name: 'orders' },
  { project: 'ads', name: 'ads' },
];

it('lists projects with their declarations by name', () => {
  expect(declarationTree(NAMES).map(({ group, items }) => [group, ...items.map((item) => item.label)])).toEqual([
    ['ads', 'All of ads', 'ads', 'orders'],
    ['video', 'All of video', 'clips'],
  ]);
});

it('distinguishes a project from a declaration of its name', () => {
  for (const selection of [
    { project: 'ads', name: '' },
    { project: 'ads', name: 'ads' },
  ])
    expect(readNodeValue(nodeValue(selection))).toEqual(selection);
  expect(readNodeValue(null)).toEqual({ project: '', name: '' });
});

it('finds the project of a name that an address gives alone', () => {
  expect(completeSelection(NAMES, { project: '', name: 'clips' })).toEqual({ project: 'video', name: 'clips' });
  expect(completeSelection(NAMES, { project: '', name: 'gone' })).toEqual({ project: '', name: 'gone' });
});
