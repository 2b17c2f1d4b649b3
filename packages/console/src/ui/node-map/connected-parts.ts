/** Positions of the two ends of each edge. */
export type Edges = readonly (readonly [from: number, to: number])[];

export type Part = { readonly nodes: readonly number[]; readonly edges: readonly number[] };

/** The nodes that are connected with each other, with the edges between them; edges to other nodes are ignored. */
export function connectedParts(nodes: readonly number[], edges: Edges): readonly Part[] {
  const parent = new Map(nodes.map((at) => [at, at]));
  const rootOf = (at: number): number => {
    let root = at;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    parent.set(at, root);
    return root;
  };
  const own: number[] = [];
  for (const [edge, [from, to]] of edges.entries()) {
    if (!parent.has(from) || !parent.has(to)) continue;
    own.push(edge);
    parent.set(rootOf(from), rootOf(to));
  }
  const edgesOf = Map.groupBy(own, (edge) => rootOf(edges[edge]?.[0] ?? 0));
  return [...Map.groupBy(nodes, rootOf)].map(([root, part]) => ({ nodes: part, edges: edgesOf.get(root) ?? [] }));
}
