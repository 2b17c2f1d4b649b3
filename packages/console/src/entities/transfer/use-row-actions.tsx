import { DOWNLOAD_ABORTABLE, UPLOAD_ABORTABLE } from '@switchboard/model';
import { IconBan, IconCopy, IconExternalLink, IconLayoutSidebarRightExpand, IconRefresh } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { useOpenFile } from '../upload/use-open-file.ts';
import type { Abandonable } from './abandon-dialog.tsx';
import { type TransferKind, useSaveTransfer } from './save-transfer.ts';

const AbandonDialog = lazy(async () => ({ default: (await import('./abandon-dialog.tsx')).AbandonDialog }));

type Actionable = Abandonable & { readonly status: string } & Partial<Pick<UploadRowFragment, 'destination_type'>>;

type Options<Row> = {
  readonly kind: TransferKind;
  readonly onOpen: (row: Row) => void;
  readonly openLabel: string;
  /** Called once a row was abandoned. */
  readonly onAbandoned: (id: string) => void;
};

const ABORTABLE: Readonly<Record<TransferKind, readonly string[]>> = {
  download: DOWNLOAD_ABORTABLE,
  upload: UPLOAD_ABORTABLE,
};

/** The entries of a transfer's row menu, and the dialog that one of them opens. */
export function useRowActions<Row extends Actionable>(
  options: Options<Row>,
): { readonly actions: (row: Row) => readonly RowAction[]; readonly dialog: ReactNode } {
  const { kind, onOpen, openLabel, onAbandoned } = options;
  const manages = usePermission('manage-pipelines');
  const save = useSaveTransfer();
  const openFile = useOpenFile();
  const [asked, setAsked] = useState<Row | null>(null);

  const actions = useCallback(
    (row: Row): readonly RowAction[] => {
      const entries: RowAction[] = [
        { label: openLabel, icon: <IconLayoutSidebarRightExpand size={ICON_SIZE} />, run: () => onOpen(row) },
      ];
      if (kind === 'upload' && row.destination_type === 'file') {
        entries.push({
          label: 'Open file',
          icon: <IconExternalLink size={ICON_SIZE} />,
          disabledReason: row.status === 'completed' ? undefined : 'Only enabled when the Upload is completed.',
          run: () => void openFile(row.id),
        });
      }
      entries.push(
        { label: 'Copy id', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.id) },
        { label: 'Copy name', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.name) },
      );
      if (manages && row.status === 'failed') {
        entries.push({
          label: 'Retry',
          icon: <IconRefresh size={ICON_SIZE} />,
          run: () => void save(kind, row.id, 'queued'),
        });
      }
      if (manages) {
        entries.push({
          label: 'Abandon',
          icon: <IconBan size={ICON_SIZE} />,
          danger: true,
          disabledReason: ABORTABLE[kind].includes(row.status) ? undefined : `The ${kind} has already finished`,
          run: () => setAsked(row),
        });
      }
      return entries;
    },
    [kind, manages, onOpen, openFile, openLabel, save],
  );

  const dialog = asked !== null && (
    <Suspense fallback={null}>
      <AbandonDialog
        kind={kind}
        transfer={asked}
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          const done = await save(kind, asked.id, 'abandoned');
          if (done) onAbandoned(asked.id);
          return done;
        }}
      />
    </Suspense>
  );
  return { actions, dialog };
}
