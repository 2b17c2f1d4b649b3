import { expect, it } from 'vitest';
import { nextTile } from './next-tile.ts';

const TOPS = [0, 0, 50, 50, 100];

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowDown', 1, 3],
  ['ArrowUp', 2, 0],
  ['ArrowDown', 3, null],
  ['ArrowLeft', 0, null],
  ['End', 0, 4],
  ['Home', 4, 0],
  ['a', 0, null],
] as const)('%s on tile %i of two columns moves to %s', (key, active, target) => {
  expect(nextTile(key, active, TOPS)).toBe(target);
});
