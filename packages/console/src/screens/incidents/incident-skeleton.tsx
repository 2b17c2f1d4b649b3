import { Skeleton } from '@mantine/core';
import { Fragment } from 'react';
import { Row, Stack } from '../../ui/layout/layout.tsx';
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
        <Stack gap={3} padding={[3, 4]} minWidth={0} frame="normal" key={card} className={styles['card']} data-loading>
          <Row gap={[1, 2]} align="center" wrap minWidth={0} className={styles['head']}>
            <Skeleton height="var(--text-large)" width="25%" />
          </Row>
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
        </Stack>
      ))}
    </Stack>
  );
}
