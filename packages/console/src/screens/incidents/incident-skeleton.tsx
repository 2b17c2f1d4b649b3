import { Skeleton } from '@mantine/core';
import styles from './incidents.module.css';

const CARDS = [0, 1, 2];

/** Placeholders while the incidents load. */
export function IncidentSkeleton() {
  return (
    <div className={styles['list']} aria-busy="true">
      {CARDS.map((card) => (
        <div key={card} className={styles['card']} data-loading>
          <Skeleton height="var(--text-large)" width="40%" />
          <Skeleton height="var(--text-small)" width="70%" />
          <Skeleton height="var(--text-small)" width="55%" />
        </div>
      ))}
    </div>
  );
}
