import type { ReactNode } from 'react';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import styles from './reports.module.css';

type CardProps = {
  /** Names the card for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
};

/** One source or table of a report. */
export function ReportCard({ label, children }: CardProps) {
  return (
    <Stack as="li" gap={3} padding={[3, 4]} minWidth={0} frame="normal" className={styles['card']} aria-label={label}>
      {children}
    </Stack>
  );
}

type SectionProps = {
  readonly title: string;
  /** Names the section for screen readers; the title when absent. */
  readonly label?: string;
  readonly children: ReactNode;
};

/** A part of a card below its title. */
export function ReportSection({ title, label = title, children }: SectionProps) {
  return (
    <Stack as="section" gap={1} minWidth={0} aria-label={label}>
      <Text as="h3" size="small" tone="dim" weight="medium">
        {title}
      </Text>
      {children}
    </Stack>
  );
}
