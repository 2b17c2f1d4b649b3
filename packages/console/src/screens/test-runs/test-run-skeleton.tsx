import { Skeleton } from '@mantine/core';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import styles from './test-runs.module.css';

const CARDS = 4;

type Props = { readonly count?: number | undefined };

/** Placeholders of cards while test runs load. */
export function TestRunSkeleton({ count = CARDS }: Props) {
  return (
    <Stack gap={3} aria-busy="true">
      {Array.from({ length: count }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Stack gap={2} padding={[3, 4]} minWidth={0} frame="normal" key={card} className={styles['card']}>
          <Row gap={2} align="center" wrap minWidth={0} className={styles['head']} data-loading>
            <Skeleton height="var(--badge)" width="8%" />
            <Skeleton height="var(--text-large)" width="30%" />
          </Row>
          <Row align="center" minHeight="touch">
            <Skeleton height="var(--text-body)" width="60%" />
          </Row>
          <Row align="center" minHeight="touch">
            <Skeleton height="var(--text-body)" width="25%" />
          </Row>
        </Stack>
      ))}
    </Stack>
  );
}
