import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import styles from './chip.module.css';

type Props = {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** Warns in the colour of warnings; strong ones are read first. */
  readonly tone?: 'warning' | 'strong' | undefined;
  readonly tip?: string;
};

/** A short fact, such as the type of a key. A status is a StatusBadge. */
export function Chip({ icon, children, tone, tip }: Props) {
  return (
    <Row
      as="span"
      inline
      gap={1}
      align="center"
      paddingInline={2}
      height="badge"
      size="small"
      tone="dim"
      nowrap
      className={styles['chip']}
      data-tone={tone}
      data-tip={tip}
    >
      {icon}
      {children}
    </Row>
  );
}
