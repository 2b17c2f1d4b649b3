import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Row, Text } from '../../layout/layout.tsx';
import { ICON_SIZE } from '../../theme/metrics.ts';
import styles from './selection-bar.module.css';

type Props = {
  /** How many rows are selected. */
  readonly status: ReactNode;
  /** The buttons of what can be done with them. */
  readonly children: ReactNode;
  readonly onClear: () => void;
};

/** Commands for the selected rows of a grid. */
export function SelectionBar({ status, children, onClear }: Props) {
  return (
    <Row
      as="section"
      gap={2}
      align="center"
      wrap
      padding={[2, 5]}
      background="soft"
      className={styles['bar']}
      aria-label="Selection"
    >
      <Text as="p" weight="medium" role="status">
        {status}
      </Text>
      {children}
      <Button
        className={styles['clear'] ?? ''}
        variant="subtle"
        leftSection={<IconX size={ICON_SIZE} />}
        onClick={onClear}
      >
        Clear
      </Button>
    </Row>
  );
}
