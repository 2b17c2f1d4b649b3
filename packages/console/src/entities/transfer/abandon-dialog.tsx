import { formatReportDate } from '@switchboard/model';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import type { TransferKind } from './save-transfer.ts';

export type Abandonable = Pick<DownloadRowFragment, 'id' | 'name' | 'report_datetime'>;

type Props = {
  readonly kind: TransferKind;
  readonly transfer: Abandonable;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<boolean>;
};

const CONSEQUENCE: Readonly<Record<TransferKind, string>> = {
  download: 'It stops for good, and the uploads that wait for it will not be made from it.',
  upload: 'It stops for good, and its rows will not reach the destination.',
};

/** Asks before a download or an upload is abandoned. */
export function AbandonDialog({ kind, transfer, onClose, onConfirm }: Props) {
  const date = transfer.report_datetime;
  const day = date === null ? '' : ` of ${formatReportDate(date.iso, { now: new Date() })}`;
  return (
    <ConfirmDialog
      title={`Abandon this ${kind}?`}
      confirmLabel="Abandon"
      danger
      onClose={onClose}
      onConfirm={onConfirm}
    >
      The {kind} <strong>{transfer.name}</strong>
      {day} will be abandoned. {CONSEQUENCE[kind]}
    </ConfirmDialog>
  );
}
