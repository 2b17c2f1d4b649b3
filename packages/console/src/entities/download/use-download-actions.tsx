import { dirtyRowsRefusal } from '@switchboard/model/presentation/file-age';
import { IconFileAlert, IconFileDownload, IconPlayerPlay, IconTable } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { dirtyStatusOf } from '../download-part/dirty-rows.ts';
import { dirtyRowsPath, newDirtyRowsPath, type Part } from '../download-part/part-files.ts';
import { DOWNLOAD_KIND } from '../transfer/transfer-kind.ts';
import { type RowActionOptions, type RowActions, useRowActions } from '../transfer/use-row-actions.tsx';
import { useSaveFile } from '../transfer/use-save-file.ts';

const RunDialog = lazyLayer(async () => (await import('./run-dialog.tsx')).RunDialog);
const DirtyRowsDialog = lazyLayer(async () => (await import('../download-part/dirty-rows-dialog.tsx')).DirtyRowsDialog);

/** The entries of a download's row menu. Of a download with several tables, the table of parts offers the files. */
export function useDownloadActions(options: RowActionOptions<DownloadRowFragment>): RowActions<DownloadRowFragment> {
  const saveFile = useSaveFile();
  const [previewed, setPreviewed] = useState<Part | null>(null);
  const [ordered, setOrdered] = useState<DownloadRowFragment | null>(null);
  const dirtyActions = useCallback(
    (download: DownloadRowFragment): readonly RowAction[] => {
      const hasNewDirty = download.parts.some((part) => (part.new_dirty_row_count ?? 0) > 0);
      if ((dirtyStatusOf(download) === 'none' && !hasNewDirty) || download.parts.length > 1) return [];
      const disabledReason = dirtyRowsRefusal(download.finished, Date.now()) ?? undefined;
      const [part] = download.parts;
      const withPart = (use: (part: Part) => void) => () => {
        if (part === undefined) toastFailed('There was an error downloading the rows');
        else use(part);
      };
      return [
        {
          label: 'Download dirty rows',
          icon: <IconFileDownload size={ICON_SIZE} />,
          disabledReason,
          run: withPart(({ id, name }) => void saveFile(dirtyRowsPath(id), `${name}_dirtyrows.csv.gz`)),
        },
        ...(hasNewDirty
          ? [
              {
                label: 'Download new dirty rows',
                icon: <IconFileAlert size={ICON_SIZE} />,
                disabledReason,
                run: withPart(({ id, name }) => void saveFile(newDirtyRowsPath(id), `${name}_new_dirtyrows.json.gz`)),
              },
              {
                label: 'Preview new dirty rows',
                icon: <IconTable size={ICON_SIZE} />,
                disabledReason,
                run: withPart(setPreviewed),
              },
            ]
          : []),
      ];
    },
    [saveFile],
  );
  const mayRun = usePermission('manage-pipelines');
  const particular = useCallback(
    (download: DownloadRowFragment): readonly RowAction[] => [
      ...dirtyActions(download),
      ...(mayRun && download.purpose === 'production' && download.status === 'completed'
        ? [{ label: 'Run again', icon: <IconPlayerPlay size={ICON_SIZE} />, run: () => setOrdered(download) }]
        : []),
    ],
    [dirtyActions, mayRun],
  );
  const { actions, dialog } = useRowActions(DOWNLOAD_KIND, options, particular);
  return {
    actions,
    dialog: (
      <>
        {dialog}
        {ordered !== null && (
          <RunDialog
            name={ordered.name}
            date={ordered.report_datetime?.iso.slice(0, 10) ?? null}
            onClose={() => setOrdered(null)}
          />
        )}
        {previewed !== null && <DirtyRowsDialog part={previewed} onClose={() => setPreviewed(null)} />}
      </>
    ),
  };
}
