import { abandonRefusal } from '@switchboard/model/presentation/abandon-refusal';
import { type ReactNode, useCallback, useState } from 'react';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { TransferKind } from './transfer-kind.ts';
import type { TransferRow } from './transfer-row.ts';
import { useSaveTransfer } from './use-save-transfer.ts';

const AbandonDialog = lazyLayer(async () => (await import('./abandon-dialog.tsx')).AbandonDialog);

/** Fields of a transfer that commands need. */
export type Commanded = Pick<TransferRow, 'id' | 'name' | 'report_datetime' | 'status'> &
  Partial<Pick<DownloadRowFragment, 'dirty_row_status'>>;

/** True for a failed transfer, and for a download that has only dirty rows. */
function isRetryable({ status, dirty_row_status: dirty }: Commanded): boolean {
  return status === 'failed' || (status === 'completed' && dirty === 'all');
}

/** True for a transfer that can be explained: it has failed, keeps failing, or has dirty rows. */
export function hasFailed({ status, dirty_row_status: dirty = 'none' }: Commanded): boolean {
  return status === 'failed' || status === 'retrying' || (status === 'completed' && dirty !== 'none');
}

export type TransferCommands<Row> = {
  /** Queues a failed transfer again; undefined where that is not possible. */
  readonly retryOf: (row: Row) => (() => void) | undefined;
  /** Asks and then abandons; undefined for people without the permission. */
  readonly abandonOf: (
    row: Row,
  ) => { readonly disabledReason: string | undefined; readonly run: () => void } | undefined;
  /** The dialog that a command opened. */
  readonly dialog: ReactNode;
};

/** Retry and Abandon of downloads or uploads, as this person may use them. */
export function useTransferCommands<Row extends Commanded>(
  kind: TransferKind,
  onAbandoned: (id: string) => void,
): TransferCommands<Row> {
  const canManage = usePermission('manage-pipelines');
  const save = useSaveTransfer(kind);
  const [abandoning, setAbandoning] = useState<Row | null>(null);
  const retryOf = useCallback(
    (row: Row) => (canManage && isRetryable(row) ? () => void save(row.id, 'queued') : undefined),
    [canManage, save],
  );
  const abandonOf = useCallback(
    (row: Row) =>
      canManage
        ? {
            disabledReason: abandonRefusal(kind.noun, row.status) ?? undefined,
            run: () => setAbandoning(row),
          }
        : undefined,
    [canManage, kind],
  );
  const dialog = abandoning !== null && (
    <AbandonDialog
      kind={kind}
      transfer={abandoning}
      onClose={() => setAbandoning(null)}
      onConfirm={async () => {
        const isSaved = await save(abandoning.id, 'abandoned');
        if (isSaved) onAbandoned(abandoning.id);
        return isSaved;
      }}
    />
  );
  return { retryOf, abandonOf, dialog };
}
