import { getBezierPath, Position, ViewportPortal } from '@xyflow/react';
import { memo, useId } from 'react';
import styles from './graph.module.css';
import type { GraphEdge } from './graph-data.ts';
import { NODE_SIZE } from './layout-graph.ts';
import type { NodePlace } from './next-node.ts';

type Props = {
  readonly edges: readonly GraphEdge[];
  readonly places: ReadonlyMap<string, NodePlace>;
};

/** Width and height of an arrowhead in pixels. */
const ARROW = 12;

/**
 * All edges of a graph in one drawing. As components of their own, with a drawing and two handles each, they take most of the
 * time of a frame in which a graph of 500 nodes is dragged.
 */
export const GraphEdges = memo(function GraphEdges({ edges, places }: Props) {
  const arrow = useId();
  return (
    <ViewportPortal>
      <svg className={styles['edges']} aria-hidden="true">
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth={ARROW}
            markerHeight={ARROW}
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0 10 5 0 10z" className={styles['arrow']} />
          </marker>
        </defs>
        {edges.map(({ from, to, isFaint = false }) => {
          const path = edgePath(places.get(from), places.get(to));
          return (
            path !== null && (
              <path
                key={`${from} ${to}`}
                d={path}
                className={styles['edge']}
                data-faint={isFaint || undefined}
                markerEnd={isFaint ? undefined : `url(#${arrow})`}
              />
            )
          );
        })}
      </svg>
    </ViewportPortal>
  );
});

/** The path from the right side of one node to the left side of the other; null for a node without a place. */
function edgePath(from: NodePlace | undefined, to: NodePlace | undefined): string | null {
  if (from === undefined || to === undefined) return null;
  const [path] = getBezierPath({
    sourceX: from.x + NODE_SIZE.width,
    sourceY: from.y + NODE_SIZE.height / 2,
    sourcePosition: Position.Right,
    targetX: to.x,
    targetY: to.y + NODE_SIZE.height / 2,
    targetPosition: Position.Left,
  });
  return path;
}
