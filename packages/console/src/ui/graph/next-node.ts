/** The upper left corner of a node, in pixels. */
export type NodePlace = { readonly x: number; readonly y: number };

const DIRECTIONS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};
/** A node beside the way counts as further off than one ahead. */
const SIDEWAYS = 2;

/** The node that an arrow key moves to: the nearest one ahead. Null for another key, and when nothing is ahead. */
export function nextNode(key: string, active: string, places: ReadonlyMap<string, NodePlace>): string | null {
  const direction = DIRECTIONS[key];
  const from = places.get(active);
  if (direction === undefined || from === undefined) return null;
  let nearest: string | null = null;
  let least = Infinity;
  for (const [id, place] of places) {
    const x = place.x - from.x;
    const y = place.y - from.y;
    const ahead = x * direction.x + y * direction.y;
    const aside = Math.abs(x * direction.y) + Math.abs(y * direction.x);
    const distance = ahead + SIDEWAYS * aside;
    if (id === active || ahead <= 0 || distance >= least) continue;
    nearest = id;
    least = distance;
  }
  return nearest;
}
