import { Skeleton } from '@mantine/core';
import styles from './administration.module.css';

const LINES = [0, 1, 2, 3, 4, 5];

/** Stands for an account or a user while it loads. */
export function AccountSkeleton() {
  return (
    <div className={styles['content']} aria-busy="true">
      {LINES.map((line) => (
        <Skeleton key={line} height="var(--row-nested)" />
      ))}
    </div>
  );
}
