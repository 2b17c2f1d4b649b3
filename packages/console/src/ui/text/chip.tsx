import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import styles from './chip.module.css';

type Props = {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

/** A short fact, such as the type of a key. A status is a StatusBadge. */
export function Chip({ icon, children }: Props) {
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
    >
      {icon}
      {children}
    </Row>
  );
}
