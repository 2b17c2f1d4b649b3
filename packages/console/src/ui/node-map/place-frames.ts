import { connectedParts, type Edges, type Part } from './connected-parts.ts';
import { SPACING } from './map-sizes.ts';
import { type Box, type PackedBoxes, packBoxes } from './pack-boxes.ts';
import { layersOf } from './place-layers.ts';

/**
 * Places frames. Those that edges connect stand in columns, each right of those that it is made from, so that no edge leads back over
 * others; frames of a cycle share a column. Parts that are not connected fill a window of this aspect.
 * @param edges positions of two frames each
 */
export function placeFrames(boxes: readonly Box[], edges: Edges, aspect: number): PackedBoxes {
  const all = boxes.map((_, at) => at);
  const parts = connectedParts(all, edges).map((part) => placeColumns(boxes, part, edges, aspect));
  const packed = packBoxes(parts, { aspect, gap: SPACING.group });
  const x = all.map(() => 0);
  const y = all.map(() => 0);
  for (const [part, { frames }] of parts.entries())
    for (const frame of frames) {
      x[frame.at] = (packed.x[part] ?? 0) + frame.x;
      y[frame.at] = (packed.y[part] ?? 0) + frame.y;
    }
  return { x, y, width: packed.width, height: packed.height };
}

type Columns = Box & { readonly frames: readonly { readonly at: number; readonly x: number; readonly y: number }[] };

/** Frames that stand below each other in the order of those before them; more fill a column of rows. */
const STACKED = 4;
const NO_BOX: Box = { width: 0, height: 0 };

function placeColumns(boxes: readonly Box[], { nodes, edges: own }: Part, edges: Edges, aspect: number): Columns {
  const layers = layersOf(nodes, own, edges);
  const before = Map.groupBy(own, (edge) => edges[edge]?.[1] ?? 0);
  const middles = new Map<number, number>();
  const middleBefore = (at: number): number => {
    const placed = (before.get(at) ?? []).flatMap((edge) => middles.get(edges[edge]?.[0] ?? 0) ?? []);
    return placed.length === 0 ? 0 : placed.reduce((sum, middle) => sum + middle, 0) / placed.length;
  };
  const columns = [...Map.groupBy(nodes, (at) => layers.get(at) ?? 0)].toSorted(([one], [other]) => one - other);
  const frames: { at: number; x: number; y: number }[] = [];
  let [left, height] = [0, 0];
  for (const [, unordered] of columns) {
    const column = unordered.toSorted((one, other) => middleBefore(one) - middleBefore(other));
    const sizes = column.map((at) => boxes[at] ?? NO_BOX);
    const packed =
      column.length > STACKED
        ? packBoxes(sizes, { aspect: aspect / columns.length, gap: SPACING.group })
        : stack(sizes);
    for (const [index, at] of column.entries()) {
      const [x, y] = [left + (packed.x[index] ?? 0), packed.y[index] ?? 0];
      frames.push({ at, x, y });
      middles.set(at, y + (sizes[index]?.height ?? 0) / 2);
    }
    height = Math.max(height, packed.height);
    left += packed.width + SPACING.layer;
  }
  return { frames, width: left - SPACING.layer, height };
}

function stack(boxes: readonly Box[]): PackedBoxes {
  const y: number[] = [];
  let [top, width] = [0, 0];
  for (const box of boxes) {
    y.push(top);
    top += box.height + SPACING.group;
    width = Math.max(width, box.width);
  }
  return { x: boxes.map(() => 0), y, width, height: top - SPACING.group };
}
