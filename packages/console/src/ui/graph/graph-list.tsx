import { UnstyledButton } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { Box, Row, Text } from '../layout/layout.tsx';
import { StatusBadge } from '../status/status-badge.tsx';
import { ChoiceMark } from './choice-mark.tsx';
import styles from './graph.module.css';
import { type GraphData, type GraphNode, listNodes } from './graph-data.ts';

type Props = {
  readonly label: string;
  readonly graph: GraphData;
  readonly selected: string | null;
  readonly onOpen: (id: string) => void;
};

/** A graph as a list: each node after those that it is made from, with links to its neighbours. */
export function GraphList({ label, graph, selected, onOpen }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const linked = useMemo(() => listNodes(graph), [graph]);
  const show = (id: string): void => {
    const item = list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
    item?.focus();
    item?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Box as="ul" minHeight={0} flex={1} overflowY="auto" ref={list} aria-label={label}>
      {linked.map(({ node, sources, targets }) => (
        <Row
          as="li"
          gap={[1, 4]}
          align="center"
          wrap
          padding={[1, 3]}
          key={node.id}
          className={styles['item']}
          data-selected={node.id === selected || node.isChosen === true || undefined}
        >
          <UnstyledButton
            className={styles['open']}
            data-node={node.id}
            aria-pressed={node.id === selected || node.isChosen === true}
            onClick={() => onOpen(node.id)}
          >
            {node.isChosen !== undefined && <ChoiceMark isChosen={node.isChosen} />}
            <Text weight="medium" truncate>
              {node.label}
            </Text>
            <Text size="small" tone="dim" truncate>
              {node.kind}
            </Text>
            {node.status !== undefined && <StatusBadge tone={node.status.tone} label={node.status.label} />}
          </UnstyledButton>
          <Neighbours title="From" nodes={sources} onShow={show} />
          <Neighbours title="To" nodes={targets} onShow={show} />
        </Row>
      ))}
    </Box>
  );
}

type NeighboursProps = {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly onShow: (id: string) => void;
};

function Neighbours({ title, nodes, onShow }: NeighboursProps) {
  if (nodes.length === 0) return null;
  return (
    <Row as="span" gap={2} align="center" wrap size="small" tone="dim">
      {title}
      {nodes.map(({ id, label }) => (
        <UnstyledButton key={id} className={styles['neighbour']} onClick={() => onShow(id)}>
          {label}
        </UnstyledButton>
      ))}
    </Row>
  );
}
