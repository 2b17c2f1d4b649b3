import type { StatusTone } from '@switchboard/model/status/status';

export type GraphNode = {
  readonly id: string;
  readonly label: string;
  /** The kind of thing: "Download", "Table". */
  readonly kind: string;
  /** How it stands, and in which words; without it the node has no state. */
  readonly status?: { readonly tone: StatusTone; readonly label: string };
  /** Whether it is chosen; absent where nodes are not chosen. */
  readonly isChosen?: boolean;
};

export type GraphEdge = {
  readonly from: string;
  readonly to: string;
  /** Drawn lightly: it leads to nothing that is chosen. */
  readonly isFaint?: boolean;
};

export type GraphData = { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };

/** A node with those that it is made from and those that are made from it. */
export type LinkedNode = {
  readonly node: GraphNode;
  readonly sources: readonly GraphNode[];
  readonly targets: readonly GraphNode[];
};

/** The nodes of a graph, each after those that it is made from. Nodes of a cycle come last, in their own order. */
export function listNodes({ nodes, edges }: GraphData): readonly LinkedNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const known = edges.filter(({ from, to }) => byId.has(from) && byId.has(to));
  const targets = Map.groupBy(known, ({ from }) => from);
  const sources = Map.groupBy(known, ({ to }) => to);
  const waiting = new Map(nodes.map(({ id }) => [id, sources.get(id)?.length ?? 0]));
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0);
  const ordered = new Set<GraphNode>();
  for (let node = ready.shift(); node !== undefined; node = ready.shift()) {
    ordered.add(node);
    for (const { to } of targets.get(node.id) ?? []) {
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      const target = byId.get(to);
      if (left === 0 && target !== undefined) ready.push(target);
    }
  }
  const nodesOf = (ids: readonly string[]): readonly GraphNode[] => ids.flatMap((id) => byId.get(id) ?? []);
  return [...ordered, ...nodes.filter((node) => !ordered.has(node))].map((node) => ({
    node,
    sources: nodesOf((sources.get(node.id) ?? []).map(({ from }) => from)),
    targets: nodesOf((targets.get(node.id) ?? []).map(({ to }) => to)),
  }));
}
