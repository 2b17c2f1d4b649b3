import { connectedParts, type Edges } from './connected-parts.ts';
import { NODE_SIZE, SPACING } from './map-sizes.ts';
import { type Box, packBoxes } from './pack-boxes.ts';
import { placeFrames } from './place-frames.ts';
import { type LayeredPart, placeLayers } from './place-layers.ts';

/** Input of the placement. Plain data, since it crosses to a worker. */
export type MapStructure = {
  /** The group of each node. */
  readonly groups: readonly string[];
  readonly edges: Edges;
  /** Whether the nodes of a group are framed; otherwise connected nodes stand together. */
  readonly isFramed: boolean;
};

export type MapFrame = Box & { readonly label: string; readonly x: number; readonly y: number };

export type MapPlaces = {
  /** The upper left corner of each node. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Points on the way of each edge that passes layers, in its direction: x, y, x, y … */
  readonly ways: readonly (readonly number[])[];
  readonly frames: readonly MapFrame[];
  readonly width: number;
  readonly height: number;
};

/** The shape of a window, which the whole drawing gets. */
const ASPECT = 1.7;

/** Places the nodes of a graph from left to right in the direction of its edges. */
export function placeNodes({ groups, edges, isFramed }: MapStructure): MapPlaces {
  const x = groups.map(() => 0);
  const y = groups.map(() => 0);
  const ways: number[][] = edges.map(() => []);
  const all = groups.map((_, at) => at);
  const move = ({ nodes, ways: own }: LayeredPart, left: number, top: number): void => {
    for (const { at, x: nodeX, y: nodeY } of nodes) {
      x[at] = left + nodeX;
      y[at] = top + nodeY;
    }
    for (const { edge, points } of own)
      ways[edge] = points.map((value, index) => value + (index % 2 === 0 ? left : top));
  };
  const placeParts = (nodes: readonly number[]) => {
    const parts = connectedParts(nodes, edges).map((part) => placeLayers(part.nodes, part.edges, edges));
    return { parts, packed: packBoxes(parts, { aspect: ASPECT, gap: SPACING.part }) };
  };
  if (!isFramed) {
    const { parts, packed } = placeParts(all);
    for (const [at, part] of parts.entries()) move(part, packed.x[at] ?? 0, packed.y[at] ?? 0);
    return { x, y, ways, frames: [], width: packed.width, height: packed.height };
  }
  const named = [...Map.groupBy(all, (at) => groups[at] ?? '')].map(([label, nodes]) => ({
    label,
    ...placeParts(nodes),
  }));
  const boxes = named.map(({ packed }) => ({
    width: Math.max(packed.width, NODE_SIZE.width) + 2 * SPACING.frame,
    height: packed.height + SPACING.title + SPACING.frame,
  }));
  const frameOf = new Map(named.map(({ label }, at) => [label, at]));
  const positionOf = (at: number): number => frameOf.get(groups[at] ?? '') ?? 0;
  const between = edges
    .map(([from, to]) => [positionOf(from), positionOf(to)] as const)
    .filter(([from, to]) => from !== to);
  const packed = placeFrames(boxes, between, ASPECT);
  const frames = named.map(({ label, parts, packed: inner }, at): MapFrame => {
    const [left, top] = [packed.x[at] ?? 0, packed.y[at] ?? 0];
    for (const [index, part] of parts.entries())
      move(part, left + SPACING.frame + (inner.x[index] ?? 0), top + SPACING.title + (inner.y[index] ?? 0));
    return { label, x: left, y: top, ...(boxes[at] ?? { width: 0, height: 0 }) };
  });
  return { x, y, ways, frames, width: packed.width, height: packed.height };
}
