import { useEffect, useMemo, useState } from 'react';
import type { GraphData } from './graph-data.ts';
import { createLayouter, type GraphStructure } from './layout-graph.ts';
import type { NodePlace } from './next-node.ts';

export type GraphLayout =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly retry: () => void }
  | { readonly phase: 'ready'; readonly places: ReadonlyMap<string, NodePlace> };

/** The structure of a graph as text: the same text needs no other places. */
function structureOf({ nodes, edges }: GraphData): string {
  const structure: GraphStructure = {
    ids: nodes.map(({ id }) => id),
    edges: edges.map(({ from, to }) => [from, to]),
  };
  return JSON.stringify(structure);
}

/** The places of a graph's nodes. While a changed graph is placed, the earlier places stay. */
export function useGraphLayout(graph: GraphData): GraphLayout {
  const [places, setPlaces] = useState<ReadonlyMap<string, NodePlace> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null);
  const [layouter] = useState(createLayouter);
  const structure = useMemo(() => structureOf(graph), [graph]);
  useEffect(() => layouter.stop, [layouter]);
  useEffect(() => {
    let isCurrent = true;
    layouter.place(JSON.parse(structure) as GraphStructure).then(
      (placed) => {
        if (isCurrent) setPlaces(placed);
      },
      () => {
        if (isCurrent) setFailedAttempt(attempt);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [layouter, structure, attempt]);
  if (failedAttempt === attempt) return { phase: 'failed', retry: () => setAttempt(attempt + 1) };
  return places === null ? { phase: 'loading' } : { phase: 'ready', places };
}
