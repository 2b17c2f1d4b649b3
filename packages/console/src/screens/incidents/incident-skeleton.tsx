import { Skeleton } from '@mantine/core';
import { Fragment } from 'react';
import { Stack } from '../../ui/layout/layout.tsx';
import styles from './incidents.module.css';

const CARDS = [0, 1, 2];
const FACTS = [
  { term: 'Since', width: '30%' },
  { term: 'Why', width: '70%' },
  { term: 'Breaks', width: '20%' },
  { term: 'What now', width: '55%' },
];

/** Placeholders while the incidents load. */
export function IncidentSkeleton() {
  return (
    <Stack gap={3} width="full" aria-busy="true">
      {CARDS.map((card) => (
        <div key={card} className={styles['card']} data-loading>
          <div className={styles['head']}>
            <Skeleton height="var(--text-large)" width="25%" />
          </div>
          <div className={styles['facts']}>
            {FACTS.map(({ term, width }) => (
              <Fragment key={term}>
                <dt>{term}</dt>
                <dd>
                  <Skeleton height="var(--text-small)" width={width} />
                </dd>
              </Fragment>
            ))}
          </div>
        </div>
      ))}
    </Stack>
  );
}
