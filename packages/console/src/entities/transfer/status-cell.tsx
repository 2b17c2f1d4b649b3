import type { ReactNode } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { Meter } from '../../ui/status/meter.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import styles from './status-cell.module.css';
import { type DescribedStatus, transferStatusView } from './status-view.ts';
import type { TransferRow } from './transfer-row.ts';

const COUNTDOWN_INTERVAL = 1000;
const IDLE_INTERVAL = 3_600_000;

type Props = {
  readonly transfer: TransferRow;
  readonly described: DescribedStatus | null;
  /** Lines below the status. */
  readonly children?: ReactNode;
};

/** The status of a transfer with its progress, retries or rows. */
export function StatusCell({ transfer, described, children }: Props) {
  const now = useNow(transfer.next_try === null ? IDLE_INTERVAL : COUNTDOWN_INTERVAL);
  const view = transferStatusView(transfer, described, now);
  return (
    <div className={styles['stack']}>
      <span className={styles['line']}>
        <StatusBadge tone={view.tone} label={view.label} icon={view.icon} />
        {view.text !== null && (
          <span className={styles['text']} data-tip={transfer.message ?? view.text}>
            {view.text}
          </span>
        )}
      </span>
      {view.percent !== null && <Meter percent={view.percent} label={`${view.label}: ${view.text ?? ''}`} />}
      {children}
    </div>
  );
}
