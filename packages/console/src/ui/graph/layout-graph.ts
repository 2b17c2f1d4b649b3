import { type ElkWorker, startElk } from './elk-worker.ts';
import type { NodePlace } from './next-node.ts';

/** The size of a node in pixels. */
export const NODE_SIZE = { width: 210, height: 48 } as const;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.spacing.nodeNode': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '72',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
};

/** From so many nodes on, a graph is placed with less care: otherwise 500 nodes take seconds. */
const LARGE = 150;
/**
 * One attempt at few crossings, each layer packed and centred, and no routes for edges, which the canvas draws itself. Packed,
 * a graph of 500 nodes is half as high as with aligned nodes, and its edges are shorter.
 */
const LARGE_OPTIONS = {
  ...OPTIONS,
  'elk.edgeRouting': 'POLYLINE',
  'elk.layered.thoroughness': '1',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
  'elk.layered.nodePlacement.strategy': 'SIMPLE',
};

/** Input of the layout. */
export type GraphStructure = {
  readonly ids: readonly string[];
  readonly edges: readonly (readonly [from: string, to: string])[];
};

/** Places the nodes of a graph, in a worker that all graphs share. */
export type GraphLayouter = {
  /** Starts the worker when there is none. @throws when it cannot be loaded, or when it rejects the graph */
  readonly place: (structure: GraphStructure) => Promise<ReadonlyMap<string, NodePlace>>;
  readonly stop: () => void;
};

type SharedWorker = { readonly elk: ElkWorker; users: number };

/** The worker of all graphs that are shown: compiling its code takes longer than placing most of them. */
let shared: SharedWorker | null = null;

function acquireWorker(): SharedWorker {
  shared ??= { elk: startElk(), users: 0 };
  shared.users += 1;
  return shared;
}

/** Ends the worker with its last user. A broken one is not given to others. */
function releaseWorker(held: SharedWorker, { isBroken }: { readonly isBroken: boolean }): void {
  held.users -= 1;
  if (held.users === 0) held.elk.stop();
  if (shared === held && (isBroken || held.users === 0)) shared = null;
}

export function createLayouter(): GraphLayouter {
  let held: SharedWorker | null = null;
  const release = (isBroken: boolean): void => {
    if (held !== null) releaseWorker(held, { isBroken });
    held = null;
  };
  return {
    stop: () => release(false),
    place: async ({ ids, edges }) => {
      held ??= acquireWorker();
      try {
        const placed = await held.elk.layout({
          id: 'graph',
          layoutOptions: ids.length > LARGE ? LARGE_OPTIONS : OPTIONS,
          children: ids.map((id) => ({ id, ...NODE_SIZE })),
          edges: edges.map(([from, to]) => ({ id: `${from} ${to}`, sources: [from], targets: [to] })),
        });
        return new Map((placed.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
      } catch (error) {
        release(true);
        throw error;
      }
    },
  };
}
