import { IconExternalLink, IconFileDownload } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { UPLOAD_KIND } from '../transfer/transfer-kind.ts';
import { type RowActionOptions, type RowActions, useRowActions } from '../transfer/use-row-actions.tsx';
import { useSaveFile } from '../transfer/use-save-file.ts';
import { filesOf } from './upload-files.ts';

/** The entries of an upload's row menu. */
export function useUploadActions(options: RowActionOptions<UploadRowFragment>): RowActions<UploadRowFragment> {
  const saveFile = useSaveFile();
  const fileActions = useCallback(
    (upload: UploadRowFragment): readonly RowAction[] =>
      filesOf(upload).map(({ id, path, name, disabledReason }) => ({
        label: id === 'delivered' ? 'Open file' : 'Download result',
        icon: id === 'delivered' ? <IconExternalLink size={ICON_SIZE} /> : <IconFileDownload size={ICON_SIZE} />,
        disabledReason,
        run: () => void saveFile(path, name),
      })),
    [saveFile],
  );
  return useRowActions(UPLOAD_KIND, options, fileActions);
}
