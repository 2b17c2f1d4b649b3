import { expect, it } from 'vitest';
import { nextNode } from './next-node.ts';

const PLACES = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 0, y: 60 }],
  ['c', { x: 260, y: 30 }],
  ['d', { x: 520, y: 0 }],
]);

it.each([
  ['ArrowRight', 'a', 'c'],
  ['ArrowRight', 'c', 'd'],
  ['ArrowLeft', 'd', 'c'],
  ['ArrowDown', 'a', 'b'],
  ['ArrowUp', 'b', 'a'],
  ['ArrowRight', 'd', null],
  ['Tab', 'a', null],
  ['ArrowRight', 'unknown', null],
])('%s on %s moves to %s', (key, active, target) => {
  expect(nextNode(key, active, PLACES)).toBe(target);
});
