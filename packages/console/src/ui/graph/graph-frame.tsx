import { ActionIcon, SegmentedControl, Skeleton } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { useFullscreenElement, useMediaQuery } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { EmptyState, ErrorState } from '../feedback/states.tsx';
import { Row, Stack, Text } from '../layout/layout.tsx';
import { ICON_SIZE, PHONE_QUERY } from '../theme/metrics.ts';
import styles from './graph.module.css';
import type { GraphData } from './graph-data.ts';
import { GraphList } from './graph-list.tsx';
import { useGraphLayout } from './use-graph-layout.ts';

type Props = {
  /** Accessible name of the graph: "How the uploads of orders are made". */
  readonly label: string;
  readonly graph: GraphData;
  readonly selected: string | null;
  readonly onOpen: (id: string) => void;
};

const GraphCanvas = lazyComponent(async () => (await import('./graph-canvas.tsx')).GraphCanvas);

const VIEWS = [
  { value: 'graph', label: 'Graph' },
  { value: 'list', label: 'List' },
];

/** A graph, and the same as a list: for screen readers, and first on a phone. */
export function GraphFrame({ label, graph, selected, onOpen }: Props) {
  const isPhone = useMediaQuery(PHONE_QUERY) ?? false;
  const [chosen, setChosen] = useState<string | null>(null);
  const { ref, toggle, fullscreen } = useFullscreenElement();
  const view = chosen ?? (isPhone ? 'list' : 'graph');
  const fullscreenLabel = fullscreen ? 'Leave full screen' : 'Full screen';
  if (graph.nodes.length === 0) {
    return (
      <Stack width="full" height="full" minHeight={0} flex={1} background="plain">
        <EmptyState title="No Items" />
      </Stack>
    );
  }
  const parts = { label, graph, selected, onOpen };
  return (
    <Stack
      as="section"
      width="full"
      height="full"
      minHeight={0}
      flex={1}
      background="plain"
      ref={ref}
      aria-label={label}
    >
      <Row gap={3} align="center" padding={[2, 3]} className={styles['bar']}>
        <SegmentedControl size="xs" data={VIEWS} value={view} onChange={setChosen} aria-label={`View of ${label}`} />
        <Text flex={1} size="small" tone="dim">
          {graph.nodes.length} nodes, {graph.edges.length} links
        </Text>
        <ActionIcon aria-label={fullscreenLabel} data-tip={fullscreenLabel} onClick={() => void toggle()}>
          {fullscreen ? <IconMinimize size={ICON_SIZE} /> : <IconMaximize size={ICON_SIZE} />}
        </ActionIcon>
      </Row>
      {view === 'list' ? <GraphList {...parts} /> : <PlacedGraph {...parts} />}
    </Stack>
  );
}

function PlacedGraph(props: Props) {
  const layout = useGraphLayout(props.graph);
  const skeleton = <Skeleton className={styles['canvas'] ?? ''} aria-label="Drawing the graph" />;
  if (layout.phase === 'failed') return <FailedGraph onRetry={layout.retry} />;
  if (layout.phase === 'loading') return skeleton;
  return (
    <ErrorBoundary fallbackRender={() => <FailedGraph />}>
      <Suspense fallback={skeleton}>
        <GraphCanvas {...props} places={layout.places} />
      </Suspense>
    </ErrorBoundary>
  );
}

function FailedGraph({ onRetry }: { readonly onRetry?: () => void }) {
  return <ErrorState title="The graph could not be drawn." detail="The list shows the same." onRetry={onRetry} />;
}
