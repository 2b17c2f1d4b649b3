import { Skeleton } from '@mantine/core';
import styles from './journal.module.css';

const ROWS = [...Array(6).keys()];

/** The charts while they load, in their final layout. */
export function JournalSkeleton() {
  return (
    <div className={styles['scroll']} aria-busy="true">
      <div className={styles['head']} />
      {ROWS.map((row) => (
        <div key={row} className={styles['row']} data-skeleton>
          <Skeleton height="var(--text-small)" width="70%" />
          <Skeleton height="var(--row)" />
        </div>
      ))}
    </div>
  );
}
