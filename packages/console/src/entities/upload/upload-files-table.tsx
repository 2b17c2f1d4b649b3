import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { QuietButton } from '../transfer/quiet-button.tsx';
import { useSaveFile } from '../transfer/use-save-file.ts';
import { filesOf, type UploadFile } from './upload-files.ts';

/** The files of an upload, each to be fetched. */
export function UploadFilesTable({ upload }: { readonly upload: UploadRowFragment }) {
  const saveFile = useSaveFile();
  const columns = useMemo(
    (): readonly Column<UploadFile>[] => [
      { id: 'file', header: 'File', width: COLUMN_WIDTHS.wide, cell: ({ label }) => label },
      {
        id: 'action',
        header: 'Actions',
        width: COLUMN_WIDTHS.wide,
        grow: 2,
        cell: ({ label, path, name, disabledReason }) => (
          <QuietButton
            label="Download"
            icon={<IconDownload size={SMALL_ICON_SIZE} />}
            disabledReason={disabledReason}
            tip={`Download the ${label.toLowerCase()}`}
            onClick={() => void saveFile(path, name)}
          />
        ),
      },
    ],
    [saveFile],
  );
  return (
    <NestedTable
      label={`Files of upload ${upload.name}`}
      columns={columns}
      rows={filesOf(upload)}
      loading={false}
      note="No Files"
    />
  );
}
