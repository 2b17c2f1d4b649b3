import type { StatusTone } from '@switchboard/model/status/status';

export const MAP_GLYPHS = ['down', 'table', 'up'] as const;

export type MapNode = {
  readonly id: string;
  readonly label: string;
  /** The second line: "Error · Nov 25". */
  readonly note: string;
  /** In words, for screen readers: "orders, Download, Error". */
  readonly description: string;
  readonly tone: StatusTone;
  readonly glyph: (typeof MAP_GLYPHS)[number];
  /** Nodes of the same group are framed together. */
  readonly group: string;
  /** Drawn lightly: a search does not match it. */
  readonly isFaint: boolean;
};

/** An edge by the positions of its nodes. */
export type MapEdge = readonly [from: number, to: number];

export type MapData = { readonly nodes: readonly MapNode[]; readonly edges: readonly MapEdge[] };

/** Nodes before and after each node, by position. */
export type Neighbours = {
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
};

export function neighboursOf(count: number, edges: readonly MapEdge[]): Neighbours {
  const before: number[][] = Array.from({ length: count }, () => []);
  const after: number[][] = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) {
    after[from]?.push(to);
    before[to]?.push(from);
  }
  return { before, after };
}

/** A node with those that are at most so many edges before and after it. */
export function nodesAround(
  start: number,
  { before, after }: Neighbours,
  reach: { readonly before: number; readonly after: number },
): ReadonlySet<number> {
  const found = new Set([start]);
  for (const [sides, hops] of [
    [before, reach.before],
    [after, reach.after],
  ] as const) {
    const seen = new Set([start]);
    let edge: readonly number[] = [start];
    for (let hop = 0; hop < hops && edge.length > 0; hop += 1) {
      edge = [...new Set(edge.flatMap((at) => sides[at] ?? []))].filter((at) => !seen.has(at));
      for (const at of edge) seen.add(at);
    }
    for (const at of seen) found.add(at);
  }
  return found;
}
