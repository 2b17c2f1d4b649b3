import { formatReportDate } from '@switchboard/model/format';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import type { TransferKind } from './transfer-kind.ts';
import type { TransferRow } from './transfer-row.ts';

type Props = {
  readonly kind: TransferKind;
  readonly transfer: Pick<TransferRow, 'id' | 'name' | 'report_datetime'>;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<boolean>;
};

/** Asks before a download or an upload is abandoned. */
export function AbandonDialog({ kind, transfer, onClose, onConfirm }: Props) {
  const date = transfer.report_datetime;
  const day = date === null ? '' : ` of ${formatReportDate(date.iso, { now: new Date() })}`;
  return (
    <ConfirmDialog
      title={`Abandon this ${kind.noun}?`}
      confirmLabel="Abandon"
      danger
      onClose={onClose}
      onConfirm={onConfirm}
    >
      The {kind.noun} <strong>{transfer.name}</strong>
      {day} will be abandoned. {kind.abandonConsequence}
    </ConfirmDialog>
  );
}
