import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './graph.module.css';

/** Whether a node that can be chosen is chosen. */
export function ChoiceMark({ isChosen }: { readonly isChosen: boolean }) {
  const Mark = isChosen ? IconSquareCheckFilled : IconSquare;
  return <Mark size={SMALL_ICON_SIZE} aria-hidden="true" className={styles['choice']} data-chosen={isChosen} />;
}
