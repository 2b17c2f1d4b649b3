import type { ReactNode } from 'react';
import styles from './chip.module.css';

type Props = {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

/** A short fact, such as the type of a key. A status is a StatusBadge. */
export function Chip({ icon, children }: Props) {
  return (
    <span className={styles['chip']}>
      {icon}
      {children}
    </span>
  );
}
