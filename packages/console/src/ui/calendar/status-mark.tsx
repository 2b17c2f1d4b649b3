import type { StatusTone } from '@switchboard/model/status/status';
import { Row } from '../layout/layout.tsx';
import { STATUS_ICONS } from '../status/status-icons.ts';
import styles from './calendar.module.css';

const MARK_SIZE = 10;

/** The mark of a day's status: an icon in its colour. */
export function StatusMark({ tone }: { readonly tone: StatusTone }) {
  const Mark = STATUS_ICONS[tone];
  return (
    <Row as="span" tone="inactive" className={styles['mark']} data-tone={tone}>
      <Mark size={MARK_SIZE} stroke={3} aria-hidden="true" />
    </Row>
  );
}
