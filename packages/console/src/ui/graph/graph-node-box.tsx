import { UnstyledButton } from '@mantine/core';
import type { Node, NodeProps } from '@xyflow/react';
import { Stack, Text } from '../layout/layout.tsx';
import { STATUS_ICONS } from '../status/status-icons.ts';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import { ChoiceMark } from './choice-mark.tsx';
import styles from './graph.module.css';
import type { GraphNode } from './graph-data.ts';

export type GraphNodeData = {
  readonly node: GraphNode;
  /** The one node that Tab reaches. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string) => void;
};

/** A node in words: "orders, Download, Failed". */
export function describeNode({ label, kind, status }: GraphNode): string {
  return [label, kind, ...(status === undefined ? [] : [status.label])].join(', ');
}

/** A node of a graph: its name, kind and state. */
export function GraphNodeBox({ data }: NodeProps<Node<GraphNodeData>>) {
  const { node, isActive, isSelected, onFocus, onOpen } = data;
  const isPressed = isSelected || node.isChosen === true;
  const StatusSymbol = node.status === undefined ? null : STATUS_ICONS[node.status.tone];
  return (
    <UnstyledButton
      className={styles['node']}
      data-node={node.id}
      data-tone={node.status?.tone}
      data-selected={isPressed || undefined}
      data-tip={describeNode(node)}
      aria-label={describeNode(node)}
      aria-pressed={isPressed}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onFocus(node.id)}
      onClick={() => onOpen(node.id)}
    >
      {node.isChosen !== undefined && <ChoiceMark isChosen={node.isChosen} />}
      {StatusSymbol !== null && <StatusSymbol size={SMALL_ICON_SIZE} aria-hidden="true" className={styles['icon']} />}
      <Stack as="span" minWidth={0} className={styles['names']}>
        <Text weight="medium" truncate>
          {node.label}
        </Text>
        <Text size="small" tone="dim" truncate>
          {node.kind}
          {node.status === undefined ? '' : ` · ${node.status.label}`}
        </Text>
      </Stack>
    </UnstyledButton>
  );
}
