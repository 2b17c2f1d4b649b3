import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { GraphFrame } from '../../../ui/graph/graph-frame.tsx';
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
      <div className={styles['choice']}>
        <p className={styles['guide']}>
          These uploads share downloads with the chosen one. Press an upload to add or remove it, a download for all
          uploads that are made from it.
        </p>
        <span className={styles['count']} role="status">
          {chosen.length} of {total} uploads
        </span>
        <Button disabled={chosen.length === total} onClick={() => onAll(connections.uploads)}>
          Select all
        </Button>
      </div>
      <div className={styles['diagram']}>
        <GraphFrame label="Connections" graph={graph} selected={null} onOpen={onToggle} />
      </div>
    </>
  );
}
