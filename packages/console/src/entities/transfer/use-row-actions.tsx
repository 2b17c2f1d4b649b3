import { IconBan, IconCopy, IconLayoutSidebarRightExpand, IconRefresh } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import type { TransferKind } from './transfer-kind.ts';
import type { TransferRow } from './transfer-row.ts';
import { useSaveTransfer } from './use-save-transfer.ts';

const AbandonDialog = lazy(async () => ({ default: (await import('./abandon-dialog.tsx')).AbandonDialog }));

type Actionable = Pick<TransferRow, 'id' | 'name' | 'report_datetime' | 'status'> &
  Partial<Pick<DownloadRowFragment, 'dirty_row_status'>>;

/** What failed can be started again, and so can a download that has only dirty rows. */
function mayRetry({ status, dirty_row_status: dirty }: Actionable): boolean {
  return status === 'failed' || (status === 'completed' && dirty === 'all');
}

export type RowActionOptions<Row> = {
  readonly onOpen: (row: Row) => void;
  readonly openLabel: string;
  /** Called once a row was abandoned. */
  readonly onAbandoned: (id: string) => void;
};

export type RowActions<Row> = {
  /** Undefined for people without the permission to see the column. */
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined;
  /** The dialog that an action opened. */
  readonly dialog: ReactNode;
};

const NO_ACTIONS = (): readonly RowAction[] => [];

/**
 * The entries of a transfer's row menu.
 * @param particular the entries that only this kind of transfer has, after the one that opens the row; a constant
 */
export function useRowActions<Row extends Actionable>(
  kind: TransferKind,
  { onOpen, openLabel, onAbandoned }: RowActionOptions<Row>,
  particular: (row: Row) => readonly RowAction[] = NO_ACTIONS,
): RowActions<Row> {
  const hasMenu = usePermission('manage-account-settings');
  const canManage = usePermission('manage-pipelines');
  const save = useSaveTransfer(kind);
  const [abandoning, setAbandoning] = useState<Row | null>(null);

  const actions = useCallback(
    (row: Row): readonly RowAction[] => {
      const entries: RowAction[] = [
        { label: openLabel, icon: <IconLayoutSidebarRightExpand size={ICON_SIZE} />, run: () => onOpen(row) },
        ...particular(row),
        { label: 'Copy id', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.id) },
        { label: 'Copy name', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.name) },
      ];
      if (canManage && mayRetry(row)) {
        entries.push({
          label: 'Retry',
          icon: <IconRefresh size={ICON_SIZE} />,
          run: () => void save(row.id, 'queued'),
        });
      }
      if (canManage) {
        entries.push({
          label: 'Abandon',
          icon: <IconBan size={ICON_SIZE} />,
          danger: true,
          disabledReason: kind.abortable.includes(row.status) ? undefined : `The ${kind.noun} has already finished`,
          run: () => setAbandoning(row),
        });
      }
      return entries;
    },
    [kind, canManage, onOpen, openLabel, particular, save],
  );

  const dialog = abandoning !== null && (
    <Suspense fallback={null}>
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
    </Suspense>
  );
  return { actions: hasMenu ? actions : undefined, dialog };
}
