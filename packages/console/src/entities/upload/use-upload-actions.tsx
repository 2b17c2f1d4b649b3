import { IconExternalLink } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { type RowActionOptions, type RowActions, useRowActions } from '../transfer/use-row-actions.tsx';
import { UPLOAD_KIND } from './upload-kind.ts';
import { useOpenFile } from './use-open-file.ts';

/** The entries of an upload's row menu. */
export function useUploadActions(options: RowActionOptions<UploadRowFragment>): RowActions<UploadRowFragment> {
  const openFile = useOpenFile();
  const fileActions = useCallback(
    (upload: UploadRowFragment): readonly RowAction[] =>
      upload.destination_type === 'file'
        ? [
            {
              label: 'Open file',
              icon: <IconExternalLink size={ICON_SIZE} />,
              disabledReason: upload.status === 'completed' ? undefined : 'Only enabled when the Upload is completed.',
              run: () => void openFile(upload.id),
            },
          ]
        : [],
    [openFile],
  );
  return useRowActions(UPLOAD_KIND, options, fileActions);
}
