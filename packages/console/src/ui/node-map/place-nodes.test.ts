import { describe, expect, it } from 'vitest';
import { NODE_SIZE } from './map-sizes.ts';
import { type MapPlaces, type MapStructure, placeNodes } from './place-nodes.ts';

const place = (groups: string, edges: MapStructure['edges'], isFramed = false): MapPlaces =>
  placeNodes({ groups: [...groups], edges, isFramed });

/** Pairs of nodes that cover each other. */
function covered({ x, y }: MapPlaces): readonly (readonly number[])[] {
  return x.flatMap((left, one) =>
    x.flatMap((otherLeft, other) =>
      other > one &&
      Math.abs(left - otherLeft) < NODE_SIZE.width &&
      Math.abs((y[one] ?? 0) - (y[other] ?? 0)) < NODE_SIZE.height
        ? [[one, other]]
        : [],
    ),
  );
}

describe('the places of a graph', () => {
  it('put each node right of those that it is made from', () => {
    const { x } = place('aaaa', [
      [0, 1],
      [1, 2],
      [0, 2],
      [3, 2],
    ]);
    const [first = 0, second = 0, third = 0, other = 0] = x;
    expect(first).toBeLessThan(second);
    expect(second).toBeLessThan(third);
    // What is made from nothing stands before what is made from it.
    expect(other).toBe(second);
  });

  it('lead an edge around the nodes of the layers that it passes', () => {
    const places = place('aaa', [
      [0, 1],
      [1, 2],
      [0, 2],
    ]);
    const [, , way = []] = places.ways;
    expect(way).toHaveLength(4);
    expect(way[0]).toBe(places.x[1]);
    const top = places.y[1] ?? 0;
    const height = way[1] ?? 0;
    expect(height < top || height > top + NODE_SIZE.height).toBe(true);
  });

  it('put unconnected parts beside each other, so that nothing is covered', () => {
    const groups = 'a'.repeat(60);
    const edges = Array.from({ length: 20 }, (_, at) => [at, at + 20] as const);
    const places = place(groups, edges);
    expect(covered(places)).toEqual([]);
    expect(Math.max(...places.x) + NODE_SIZE.width).toBe(places.width);
  });

  it('frame the nodes of each group', () => {
    const places = place('abab', [[0, 1]], true);
    expect(places.frames.map(({ label }) => label)).toEqual(['a', 'b']);
    for (const [at, group] of [...'abab'].entries()) {
      const frame = places.frames.find(({ label }) => label === group);
      const [x = -1, y = -1] = [places.x[at], places.y[at]];
      expect(x).toBeGreaterThan(frame?.x ?? Infinity);
      expect(y + NODE_SIZE.height).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
    }
    expect(covered(places)).toEqual([]);
  });

  it('put the frame of a group right of those that it is made from', () => {
    const { frames } = place(
      'cabc',
      [
        [1, 2],
        [2, 0],
      ],
      true,
    );
    const leftOf = (label: string): number => frames.find((frame) => frame.label === label)?.x ?? -1;
    const endOf = (label: string): number =>
      leftOf(label) + (frames.find((frame) => frame.label === label)?.width ?? 0);
    expect(endOf('a')).toBeLessThan(leftOf('b'));
    expect(endOf('b')).toBeLessThan(leftOf('c'));
  });

  it('untangle edges that cross in the order of the nodes', () => {
    const { y } = place('aaaa', [
      [0, 3],
      [1, 2],
    ]);
    const places = place('aaaaa', [
      [0, 3],
      [1, 2],
      [0, 4],
      [1, 4],
    ]);
    const isAbove = (one: number, other: number): boolean => (places.y[one] ?? 0) < (places.y[other] ?? 0);
    expect(isAbove(0, 1)).toBe(isAbove(3, 2));
    expect(y).toHaveLength(4);
  });

  it('keep the nodes of a cycle', () => {
    const places = place('aaa', [
      [0, 1],
      [1, 0],
      [1, 2],
    ]);
    expect(places.x.every(Number.isFinite)).toBe(true);
    expect(covered(places)).toEqual([]);
  });

  it('place a graph without nodes', () => {
    expect(place('', [], true)).toMatchObject({ x: [], frames: [], width: 0, height: 0 });
  });

  it('place 2,000 nodes without covering one by another', () => {
    const count = 2_000;
    const edges = Array.from({ length: 3_000 }, (_, at): readonly [number, number] => {
      const to = 400 + ((at * 7) % 1_600);
      return [Math.floor((((at * 31) % 997) / 997) * to), to];
    });
    const places = placeNodes({
      groups: Array.from({ length: count }, (_, at) => `p${at % 40}`),
      edges,
      isFramed: true,
    });
    expect(covered(places)).toEqual([]);
    expect(places.frames).toHaveLength(40);
  });
});
