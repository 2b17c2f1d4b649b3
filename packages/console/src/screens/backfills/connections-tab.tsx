import { useMemo, useState } from 'react';
import type { SubgraphPartsFragment } from '../../api/generated/graphql.ts';
import type { GraphData } from '../../ui/graph/graph-data.ts';
import { GraphFrame } from '../../ui/graph/graph-frame.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import { connectionGraph, connectionsOfSubgraph } from './launch/connection-graph.ts';

type Props = { readonly subgraph: SubgraphPartsFragment };

/** The downloads and uploads of a backfill. A node that is pressed shows what leads to it and from it. */
export function ConnectionsTab({ subgraph }: Props) {
  const [selected, setSelected] = useState<string | null>(null);
  const graph = useMemo(() => connectionGraph(connectionsOfSubgraph(subgraph)), [subgraph]);
  const shown = useMemo(() => withFaintEdges(graph, selected), [graph, selected]);
  return (
    <Row minHeight={0} flex={1} overflow="hidden" frame="large">
      <GraphFrame
        label="Connections of the backfill"
        graph={shown}
        selected={selected}
        onOpen={(id) => setSelected((current) => (current === id ? null : id))}
      />
    </Row>
  );
}

/** Every link that does not lead to the selected node or from it is drawn lightly. */
function withFaintEdges({ nodes, edges }: GraphData, selected: string | null): GraphData {
  if (selected === null) return { nodes, edges };
  const reach = (start: string, next: (id: string) => readonly string[]): Set<string> => {
    const reached = new Set([start]);
    for (const id of reached) for (const other of next(id)) reached.add(other);
    return reached;
  };
  const bySource = Map.groupBy(edges, ({ from }) => from);
  const byTarget = Map.groupBy(edges, ({ to }) => to);
  const after = reach(selected, (id) => (bySource.get(id) ?? []).map(({ to }) => to));
  const before = reach(selected, (id) => (byTarget.get(id) ?? []).map(({ from }) => from));
  const isOnWay = ({ from, to }: GraphData['edges'][number]): boolean =>
    (after.has(from) && after.has(to)) || (before.has(from) && before.has(to));
  return { nodes, edges: edges.map((edge) => (isOnWay(edge) ? edge : { ...edge, isFaint: true })) };
}
