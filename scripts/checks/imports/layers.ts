import { isTest } from '../tree.ts';
import type { Edge } from './import-graph.ts';
import { LAYERS, type LayerRule } from './import-rules.ts';

/** The layer rule that an import breaks; undefined when it breaks none. */
export function layerBreach(edge: Edge): string | undefined {
  const rule = LAYERS.find((one) => edge.from.startsWith(sourceOf(one)));
  if (!rule || isTest(edge.from) || !edge.to?.startsWith(sourceOf(rule))) return undefined;
  const [from, to] = [placeIn(rule, edge.from), placeIn(rule, edge.to)];
  const order = rule.order.map((names) => names.join(', ')).join(' <- ');
  for (const { layer, rank } of [from, to])
    if (rank === -1) return `${layer} is not a layer of ${rule.package} (${order})`;
  if (to.rank > from.rank || (to.rank === from.rank && to.layer !== from.layer)) {
    return `${from.layer} must not import ${to.layer} (${order})`;
  }
  const room = roomBreach(rule, from, to);
  if (room !== undefined) return room;
  const apart = rule.apart?.layer === from.layer && to.layer === from.layer && from.folder !== undefined;
  return apart && to.folder !== from.folder ? rule.apart?.reason : undefined;
}

/** An import between rooms of a layer against their order. Files of the layer itself are in no room. */
function roomBreach(rule: LayerRule, from: Place, to: Place): string | undefined {
  const rooms = rule.rooms?.find(({ layer }) => layer === from.layer && layer === to.layer);
  if (rooms === undefined) return undefined;
  const order = rooms.order.map((names) => names.join(', ')).join(' <- ');
  const ranks = [from, to].map(({ folder }) => rooms.order.findIndex((names) => names.includes(folder ?? '')));
  for (const [index, { folder }] of [from, to].entries())
    if (ranks[index] === -1) return `${rooms.layer}/${folder ?? ''} is not a room of ${rooms.layer} (${order})`;
  const [own = 0, other = 0] = ranks;
  return other > own || (other === own && to.folder !== from.folder)
    ? `${rooms.layer}/${from.folder} must not import ${rooms.layer}/${to.folder} (${order})`
    : undefined;
}

function sourceOf(rule: LayerRule): string {
  return `packages/${rule.package}/src/`;
}

type Place = {
  readonly layer: string;
  /** Position in the order; -1 for a folder that is not a layer. */
  readonly rank: number;
  /** Sub-folder of the layer; undefined for its own files. */
  readonly folder: string | undefined;
};

function placeIn(rule: LayerRule, path: string): Place {
  const [first = '', ...rest] = path.slice(sourceOf(rule).length).split('/');
  const layer = first.replace(/\.tsx?$/, '');
  return {
    layer,
    rank: rule.order.findIndex((names) => names.includes(layer)),
    folder: rest.length > 1 ? rest[0] : undefined,
  };
}
