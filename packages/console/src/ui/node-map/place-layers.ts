import { NODE_SIZE, SPACING } from './map-sizes.ts';

/** Connected nodes, placed from their upper left corner on. */
export type LayeredPart = {
  readonly nodes: readonly { readonly at: number; readonly x: number; readonly y: number }[];
  readonly ways: readonly { readonly edge: number; readonly points: readonly number[] }[];
  readonly width: number;
  readonly height: number;
};

/** A node, or the place of an edge in a layer that it passes. */
type Item = {
  /** Null for an edge. */
  readonly node: number | null;
  readonly layer: number;
  readonly height: number;
  readonly before: Item[];
  readonly after: Item[];
  /** Its middle. */
  y: number;
};

/** Rounds in which layers are sorted by, and moved to, the middle of their neighbours. */
const SORTS = 6;
const MOVES = 6;

/**
 * Places connected nodes in layers: each right of those that it is made from, in an order with few crossings, as near to its neighbours
 * as the others allow (Sugiyama). Linear in nodes and passed layers, apart from sorting.
 */
export function placeLayers(
  nodes: readonly number[],
  edges: readonly number[],
  all: readonly (readonly [number, number])[],
): LayeredPart {
  const layers = layersOf(nodes, edges, all);
  const items = new Map(nodes.map((at) => [at, itemOf(at, layers.get(at) ?? 0, NODE_SIZE.height)]));
  const rows: Item[][] = [];
  const add = (item: Item): Item => {
    rows[item.layer] ??= [];
    rows[item.layer]?.push(item);
    return item;
  };
  for (const item of items.values()) add(item);
  const passed = edges.map((edge) => {
    const [from, to] = all[edge] ?? [0, 0];
    const [source, target] = [items.get(from), items.get(to)];
    const way: Item[] = [];
    if (source === undefined || target === undefined) return { edge, way };
    for (let layer = source.layer + 1; layer < target.layer; layer += 1)
      way.push(add(itemOf(null, layer, SPACING.way)));
    const chain = [source, ...way, target];
    for (const [index, item] of chain.entries()) {
      const next = chain[index + 1];
      if (next === undefined) continue;
      item.after.push(next);
      next.before.push(item);
    }
    return { edge, way };
  });
  const filled = rows.filter((row) => row !== undefined);
  for (let round = 0; round < SORTS; round += 1) sortLayers(filled, round % 2 === 0);
  for (const row of filled) stack(row);
  for (let round = 0; round < MOVES; round += 1) moveLayers(filled, round);
  let [least, most] = [Infinity, -Infinity];
  for (const { y, height } of filled.flat())
    [least, most] = [Math.min(least, y - height / 2), Math.max(most, y + height / 2)];
  const xOf = (layer: number): number => layer * (NODE_SIZE.width + SPACING.layer);
  return {
    nodes: [...items].map(([at, item]) => ({ at, x: xOf(item.layer), y: item.y - item.height / 2 - least })),
    ways: passed.map(({ edge, way }) => ({
      edge,
      points: way.flatMap(({ layer, y }) => [xOf(layer), y - least, xOf(layer) + NODE_SIZE.width, y - least]),
    })),
    width: xOf(filled.length - 1) + NODE_SIZE.width,
    height: most - least,
  };
}

const itemOf = (node: number | null, layer: number, height: number): Item => ({
  ...{ node, layer, height, before: [], after: [] },
  y: 0,
});

/** The layer of each node: right of all before it, and what has nothing before it as near as it can be. Cycles end where they begin. */
export function layersOf(
  nodes: readonly number[],
  edges: readonly number[],
  all: readonly (readonly [number, number])[],
): ReadonlyMap<number, number> {
  const after = new Map<number, number[]>(nodes.map((at) => [at, []]));
  const waits = new Map(nodes.map((at) => [at, 0]));
  for (const edge of edges) {
    const [from, to] = all[edge] ?? [0, 0];
    after.get(from)?.push(to);
    waits.set(to, (waits.get(to) ?? 0) + 1);
  }
  const layers = new Map(nodes.map((at) => [at, 0]));
  const first = nodes.filter((at) => waits.get(at) === 0);
  const ready = [...first];
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    for (const next of after.get(at) ?? []) {
      layers.set(next, Math.max(layers.get(next) ?? 0, (layers.get(at) ?? 0) + 1));
      const left = (waits.get(next) ?? 0) - 1;
      waits.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  for (const at of first) {
    const nearest = Math.min(...(after.get(at) ?? []).map((next) => layers.get(next) ?? 0));
    if (Number.isFinite(nearest)) layers.set(at, Math.max(0, nearest - 1));
  }
  return layers;
}

/** Sorts each layer by the middle of the places that its items' neighbours have in the layer before, or after. */
function sortLayers(rows: readonly Item[][], forwards: boolean): void {
  for (const row of rows) for (const [index, item] of row.entries()) item.y = index;
  for (const row of forwards ? rows : rows.toReversed()) {
    const keys = new Map(row.map((item) => [item, middleOf(forwards ? item.before : item.after) ?? item.y]));
    row.sort((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
    for (const [index, item] of row.entries()) item.y = index;
  }
}

const middleOf = (items: readonly Item[]): number | null =>
  items.length === 0 ? null : items.reduce((sum, { y }) => sum + y, 0) / items.length;

/** The distance of the middles of two items that follow each other. */
const apart = (one: Item, other: Item): number => (one.height + other.height) / 2 + SPACING.node;

/** Places the items of a layer below each other, around 0. */
function stack(row: readonly Item[]): void {
  let y = 0;
  for (const [index, item] of row.entries()) {
    const former = row[index - 1];
    if (former !== undefined) y += apart(former, item);
    item.y = y;
  }
  for (const item of row) item.y -= y / 2;
}

/** Moves the items of each layer to the middle of their neighbours: in turn of those before, of those after, and at last of all. */
function moveLayers(rows: readonly Item[][], round: number): void {
  const isLast = round === MOVES - 1;
  const forwards = round % 2 === 0;
  for (const row of forwards ? rows : rows.toReversed())
    moveTo(
      row,
      row.map((item) => {
        const neighbours = isLast ? [...item.before, ...item.after] : forwards ? item.before : item.after;
        return middleOf(neighbours) ?? item.y;
      }),
    );
}

/** Moves items as near to the wanted places as their order and sizes allow: the least squares of an ordered sequence. */
function moveTo(row: readonly Item[], wanted: readonly number[]): void {
  const offsets: number[] = [];
  for (const [index, item] of row.entries()) {
    const former = row[index - 1];
    offsets.push(former === undefined ? 0 : (offsets[index - 1] ?? 0) + apart(former, item));
  }
  const blocks: { sum: number; count: number }[] = [];
  for (const [index, place] of wanted.entries()) {
    let block = { sum: place - (offsets[index] ?? 0), count: 1 };
    for (
      let last = blocks.at(-1);
      last !== undefined && last.sum / last.count >= block.sum / block.count;
      last = blocks.at(-1)
    ) {
      block = { sum: block.sum + last.sum, count: block.count + last.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  let at = 0;
  for (const { sum, count } of blocks)
    for (let index = 0; index < count; index += 1, at += 1) {
      const item = row[at];
      if (item !== undefined) item.y = sum / count + (offsets[at] ?? 0);
    }
}
