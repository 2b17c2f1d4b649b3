import { nextNode } from '../graph/next-node.ts';
import type { Neighbours } from './map-data.ts';
import type { PlacedMap } from './use-places.ts';

/**
 * The node that a key moves to: right and left along an edge to the nearest node after and before, up and down to the nearest one there, Home
 * and End to the first and the last. Null for another key, and when there is none.
 */
export function nextInMap(
  key: string,
  active: number,
  { data, places }: PlacedMap,
  { before, after }: Neighbours,
): number | null {
  if (key === 'Home') return data.nodes.length > 0 ? 0 : null;
  if (key === 'End') return data.nodes.length > 0 ? data.nodes.length - 1 : null;
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const linked = (key === 'ArrowRight' ? after : before)[active] ?? [];
    const farOf = (at: number): number => Math.abs((places.y[at] ?? 0) - (places.y[active] ?? 0));
    return linked.toSorted((one, other) => farOf(one) - farOf(other))[0] ?? null;
  }
  const all = new Map(data.nodes.map((_, at) => [String(at), { x: places.x[at] ?? 0, y: places.y[at] ?? 0 }]));
  const next = nextNode(key, String(active), all);
  return next === null ? null : Number(next);
}
