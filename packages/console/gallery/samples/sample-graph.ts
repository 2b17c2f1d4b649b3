import type { GraphData, GraphNode } from '../../src/ui/graph/graph-data.ts';

const STATES: readonly NonNullable<GraphNode['status']>[] = [
  { tone: 'completed', label: 'Completed' },
  { tone: 'working', label: 'Downloading' },
  { tone: 'warning', label: 'Retrying' },
  { tone: 'error', label: 'Failed' },
  { tone: 'inactive', label: 'Queued' },
  { tone: 'skipped', label: 'Skipped' },
];
const KINDS = ['Download', 'Table', 'Upload'] as const;

/** A node of each state, from downloads to an upload. */
export const SMALL_GRAPH: GraphData = {
  nodes: [
    ...STATES.map(
      (status, index): GraphNode => ({ id: `d${index}`, label: `orders_${index}`, kind: 'Download', status }),
    ),
    { id: 'orders', label: 'all_orders', kind: 'Table' },
    { id: 'prices', label: 'prices_with_a_name_that_is_far_too_long_for_its_node', kind: 'Table' },
    { id: 'warehouse', label: 'warehouse', kind: 'Upload', status: { tone: 'inactive', label: 'Preparing' } },
  ],
  edges: [
    ...STATES.map((_, index) => ({ from: `d${index}`, to: index < 4 ? 'orders' : 'prices' })),
    { from: 'prices', to: 'orders' },
    { from: 'orders', to: 'warehouse' },
  ],
};

/** As many nodes as wanted, in layers, the same ones each time. */
export function sampleGraph(count: number): GraphData {
  const nodes = Array.from({ length: count }, (_, index): GraphNode => {
    const status = STATES[index % STATES.length];
    const kind = KINDS[Math.floor((index * KINDS.length) / count)] ?? 'Table';
    return { id: `n${index}`, label: `table_${index}`, kind, ...(status === undefined ? {} : { status }) };
  });
  const edges = nodes.slice(1).flatMap(({ id }, index) => {
    const from = [Math.floor((index * 2) / 3), Math.floor(index / 2)];
    return [...new Set(from)].map((source) => ({ from: `n${source}`, to: id }));
  });
  return { nodes, edges };
}
