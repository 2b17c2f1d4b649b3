import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { GraphFrame } from '../../../ui/graph/graph-frame.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { type Connections, connectionGraph } from './connection-graph.ts';
import styles from './launch.module.css';

type Props = {
  readonly connections: Connections;
  /** Names of the chosen uploads. */
  readonly chosen: readonly string[];
  /** A node of the diagram was pressed. */
  readonly onToggle: (id: string) => void;
  readonly onAll: (uploads: readonly string[]) => void;
};

/** The second step: uploads that share downloads with the chosen one can be added. */
export function ConnectionStep({ connections, chosen, onToggle, onAll }: Props) {
  const graph = useMemo(() => connectionGraph(connections, new Set(chosen)), [connections, chosen]);
  const { length: total } = connections.uploads;
  return (
    <>
      <Row gap={[2, 4]} align="center" wrap>
        <Text as="p" minWidth="menu-width" flex={1} tone="dim">
          These uploads share downloads with the chosen one. Select an upload to add or remove it, or a download to do
          so with all uploads made from it.
        </Text>
        <Text tabular nowrap role="status">
          {chosen.length} of {total} uploads
        </Text>
        <Button disabled={chosen.length === total} onClick={() => onAll(connections.uploads)}>
          Select all
        </Button>
      </Row>
      <Row overflow="hidden" frame="large" className={styles['diagram']}>
        <GraphFrame label="Connections" graph={graph} selected={null} onOpen={onToggle} />
      </Row>
    </>
  );
}
