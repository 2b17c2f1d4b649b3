import { Skeleton } from '@mantine/core';
import { Stack } from '../../ui/layout/layout.tsx';
import styles from './reports.module.css';

const CARDS = 4;

/** Placeholders of the cards of a report. */
export function ReportSkeleton({ count = CARDS }: { readonly count?: number | undefined }) {
  return (
    <Stack gap={3} aria-busy="true">
      {Array.from({ length: count }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Stack gap={3} padding={[3, 4]} minWidth={0} frame="normal" key={card} className={styles['card']}>
          <Skeleton height="var(--text-large)" width="40%" />
          <Skeleton height="var(--row-tall)" />
        </Stack>
      ))}
    </Stack>
  );
}
