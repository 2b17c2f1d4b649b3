import { IconFocusCentered } from '@tabler/icons-react';
import { type Node, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { ZoomButtons } from '../canvas/zoom-buttons.tsx';
import { ICON_SIZE } from '../theme/metrics.ts';
import styles from './graph.module.css';
import type { GraphData } from './graph-data.ts';
import { GraphEdges } from './graph-edges.tsx';
import { GraphNodeBox, type GraphNodeData } from './graph-node-box.tsx';
import { NODE_SIZE } from './layout-graph.ts';
import { type NodePlace, nextNode } from './next-node.ts';

type Props = {
  readonly label: string;
  readonly graph: GraphData;
  readonly places: ReadonlyMap<string, NodePlace>;
  readonly selected: string | null;
  readonly onOpen: (id: string) => void;
};

const NODE_TYPES = { box: GraphNodeBox };
const FIT = { padding: 0.1, maxZoom: 1 };
const ZOOM = { least: 0.1, most: 2 };
/** Below this zoom, names cannot be read and are not drawn. */
const FAR_ZOOM = 0.35;

/** A graph that is dragged, zoomed, and walked through by the arrow keys. One tab stop. */
export function GraphCanvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ label, graph, places, selected, onOpen }: Props) {
  const flow = useReactFlow();
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < FAR_ZOOM);
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState('');
  const active = places.has(chosen) ? chosen : (graph.nodes[0]?.id ?? '');
  const onFocus = useCallback((id: string) => setChosen(id), []);
  const nodes = useMemo(
    () =>
      graph.nodes.map((node): Node<GraphNodeData> => {
        const position = places.get(node.id) ?? { x: 0, y: 0 };
        const data = { node, isActive: node.id === active, isSelected: node.id === selected, onFocus, onOpen };
        return { id: node.id, type: 'box', position, ...NODE_SIZE, data };
      }),
    [graph, places, active, selected, onFocus, onOpen],
  );
  const move = (event: KeyboardEvent): void => {
    const next = nextNode(event.key, active, places);
    const place = next === null ? undefined : places.get(next);
    if (next === null || place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void flow.setCenter(place.x + NODE_SIZE.width / 2, place.y + NODE_SIZE.height / 2, { zoom: flow.getZoom() });
    frame.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={frame}
      className={styles['canvas']}
      role="group"
      aria-label={label}
      data-far={isFar || undefined}
      onKeyDown={move}
    >
      <ReactFlow
        nodes={nodes}
        nodeTypes={NODE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        minZoom={ZOOM.least}
        maxZoom={ZOOM.most}
        fitView
        fitViewOptions={FIT}
      >
        <GraphEdges edges={graph.edges} places={places} />
      </ReactFlow>
      <ZoomButtons
        className={styles['zoom']}
        wholeLabel="Show all"
        wholeIcon={<IconFocusCentered size={ICON_SIZE} />}
        onZoomIn={() => void flow.zoomIn()}
        onZoomOut={() => void flow.zoomOut()}
        onShowWhole={() => void flow.fitView(FIT)}
      />
    </div>
  );
}
