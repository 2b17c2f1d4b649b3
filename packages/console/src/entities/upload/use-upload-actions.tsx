import { IconExternalLink, IconFileDownload, IconPlayerPlay } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { UPLOAD_KIND } from '../transfer/transfer-kind.ts';
import { type RowActionOptions, type RowActions, useRowActions } from '../transfer/use-row-actions.tsx';
import { useSaveFile } from '../transfer/use-save-file.ts';
import { filesOf } from './upload-files.ts';

const RunUploadDialog = lazyLayer(async () => (await import('./run-upload-dialog.tsx')).RunUploadDialog);

/** The entries of an upload's row menu. */
export function useUploadActions(options: RowActionOptions<UploadRowFragment>): RowActions<UploadRowFragment> {
  const saveFile = useSaveFile();
  const mayRun = usePermission('manage-pipelines');
  const [ordered, setOrdered] = useState<UploadRowFragment | null>(null);
  const particular = useCallback(
    (upload: UploadRowFragment): readonly RowAction[] => [
      ...filesOf(upload).map(({ id, path, name, disabledReason }) => ({
        label: id === 'delivered' ? 'Open file' : 'Download result',
        icon: id === 'delivered' ? <IconExternalLink size={ICON_SIZE} /> : <IconFileDownload size={ICON_SIZE} />,
        disabledReason,
        run: () => void saveFile(path, name),
      })),
      ...(mayRun && upload.purpose === 'production' && upload.status === 'completed'
        ? [{ label: 'Run again', icon: <IconPlayerPlay size={ICON_SIZE} />, run: () => setOrdered(upload) }]
        : []),
    ],
    [saveFile, mayRun],
  );
  const { actions, dialog } = useRowActions(UPLOAD_KIND, options, particular);
  return {
    actions,
    dialog: (
      <>
        {dialog}
        {ordered !== null && <RunUploadDialog upload={ordered} onClose={() => setOrdered(null)} />}
      </>
    ),
  };
}
