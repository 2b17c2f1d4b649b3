import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './filters.module.css';

type Props = {
  /** What is narrowed down: "Downloads". */
  readonly label: string;
  readonly children: ReactNode;
  /** Present when something is filtered. */
  readonly onClearAll: (() => void) | null;
};

/** The row of a page's filters. */
export function FilterBar({ label, children, onClearAll }: Props) {
  return (
    <div className={styles['bar']} role="search" aria-label={`${label} filters`}>
      {children}
      {onClearAll !== null && (
        <Button variant="subtle" color="gray" onClick={onClearAll}>
          Clear all
        </Button>
      )}
    </div>
  );
}
