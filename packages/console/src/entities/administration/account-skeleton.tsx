import { Skeleton } from '@mantine/core';
import { Stack } from '../../ui/layout/layout.tsx';
import styles from './administration.module.css';

const LINES = [0, 1, 2, 3, 4, 5];

/** Stands for an account or a user while it loads. */
export function AccountSkeleton() {
  return (
    <Stack
      gap={4}
      padding={[2, 5, 6]}
      minHeight={0}
      flex={1}
      overflowY="auto"
      className={styles['content']}
      aria-busy="true"
    >
      {LINES.map((line) => (
        <Skeleton key={line} height="var(--row-nested)" />
      ))}
    </Stack>
  );
}
