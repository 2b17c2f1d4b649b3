import { Skeleton } from '@mantine/core';
import { Stack } from '../../ui/layout/layout.tsx';
import styles from './keys.module.css';

const LINES = ['name', 'type', 'host', 'user', 'password', 'more'];

/** The panels of a key while it loads. */
export function KeySkeleton() {
  return (
    <Stack gap={3} padding={4} minWidth={0} frame="large" aria-busy="true" aria-label="Loading the key" role="status">
      {LINES.map((line) => (
        <Skeleton key={line} className={styles['line'] ?? ''} />
      ))}
    </Stack>
  );
}
