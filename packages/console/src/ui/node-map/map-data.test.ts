import { describe, expect, it } from 'vitest';
import { type MapEdge, neighboursOf, nodesAround } from './map-data.ts';

/** 0 → 1 → 2 → 3, and 4 → 2. */
const EDGES: readonly MapEdge[] = [
  [0, 1],
  [1, 2],
  [2, 3],
  [4, 2],
];
const around = (start: number, before: number, after: number): number[] =>
  [...nodesAround(start, neighboursOf(5, EDGES), { before, after })].toSorted();

describe('the nodes around a node', () => {
  it('go as far as is asked for in each direction', () => {
    expect(around(2, 1, 0)).toEqual([1, 2, 4]);
    expect(around(2, Infinity, 0)).toEqual([0, 1, 2, 4]);
    expect(around(1, 0, 1)).toEqual([1, 2]);
    expect(around(1, 1, 2)).toEqual([0, 1, 2, 3]);
  });

  it('leave out what other nodes on the way are made from', () => {
    expect(around(1, Infinity, Infinity)).toEqual([0, 1, 2, 3]);
  });

  it('end at a cycle', () => {
    const cycle = neighboursOf(2, [
      [0, 1],
      [1, 0],
    ]);
    expect([...nodesAround(0, cycle, { before: Infinity, after: Infinity })].toSorted()).toEqual([0, 1]);
  });
});
