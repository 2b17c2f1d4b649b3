import { Skeleton } from '@mantine/core';
import styles from './keys.module.css';

const LINES = ['name', 'type', 'host', 'user', 'password', 'more'];

/** The panels of a key while it loads. */
export function KeySkeleton() {
  return (
    <div className={styles['panel']} aria-busy="true" aria-label="Loading the key" role="status">
      {LINES.map((line) => (
        <Skeleton key={line} className={styles['line'] ?? ''} />
      ))}
    </div>
  );
}
