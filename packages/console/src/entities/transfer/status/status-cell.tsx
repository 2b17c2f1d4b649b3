import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePermission, useSession } from '../../../api/session/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { Meter } from '../../../ui/status/meter.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import { heldPath } from '../../restatement/restatements-path.ts';
import { QuietButton } from '../quiet-button.tsx';
import type { TransferKind } from '../transfer-kind.ts';
import type { TransferRow } from '../transfer-row.ts';
import { useSaveTransfer } from '../use-save-transfer.ts';
import styles from './status-cell.module.css';
import { type DescribedStatus, transferStatusView } from './status-view.ts';

const COUNTDOWN_INTERVAL = 1000;
const IDLE_INTERVAL = 3_600_000;

type Props = {
  readonly transfer: TransferRow;
  readonly described: DescribedStatus | null;
  /** Expectation, shown before the detail of the status. */
  readonly hint?: string | null;
  readonly kind: TransferKind;
  /** Lines below the status. */
  readonly children?: ReactNode;
};

/** The status of a transfer with its progress, retries or rows. The cause of a failure has a line of its own. */
export function StatusCell({ transfer, described, hint = null, kind, children }: Props) {
  const { urlName } = useSession().account;
  const counts = transfer.next_try !== null || (transfer.waiting?.next_check ?? null) !== null;
  const now = useNow(counts ? COUNTDOWN_INTERVAL : IDLE_INTERVAL);
  const view = transferStatusView(transfer, described, now);
  const hasFailed = transfer.status === 'failed';
  const action = transfer.waiting?.action ?? null;
  const tip = [hint && `${hint}.`, transfer.message ?? view.text, action].filter((part) => part !== null).join(' ');
  const shown = hint === null ? view.text : [hint, view.text].filter((part) => part !== null).join(' · ');
  const detail = shown !== null && (
    <Text tone="dim" truncate className={styles['text']} data-failed={hasFailed || undefined} data-tip={tip}>
      {transfer.waiting?.reason === 'frozen' ? <Link to={heldPath(urlName, transfer.name)}>{shown}</Link> : shown}
    </Text>
  );
  return (
    <div className={styles['stack']} data-failed={hasFailed || undefined}>
      <Row as="span" gap={2} align="center" minWidth={0}>
        <StatusBadge tone={view.tone} label={view.label} icon={view.icon} />
        {!hasFailed && detail}
        {hasFailed && <RetryButton transfer={transfer} kind={kind} />}
      </Row>
      {hasFailed && detail}
      {view.percent !== null && <Meter percent={view.percent} label={`${view.label}: ${view.text ?? ''}`} />}
      {children}
    </div>
  );
}

type RetryProps = { readonly transfer: Pick<TransferRow, 'id' | 'name'>; readonly kind: TransferKind };

/** Queues a failed transfer again. Shown while the pointer or the focus is on its row; the row menu has the same entry. */
function RetryButton({ transfer, kind }: RetryProps) {
  const mayRetry = usePermission('manage-pipelines');
  const save = useSaveTransfer(kind);
  if (!mayRetry) return null;
  return (
    <span className={styles['onHover']}>
      <QuietButton
        label="Retry"
        accessibleName={`Retry ${transfer.name}`}
        icon={<IconRefresh size={SMALL_ICON_SIZE} />}
        onClick={() => void save(transfer.id, 'queued')}
      />
    </span>
  );
}
