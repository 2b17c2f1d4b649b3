import { Button } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { QuietButton } from '../../entities/transfer/quiet-button.tsx';
import { useSaveFile } from '../../entities/transfer/use-save-file.ts';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { filesOf } from '../../entities/upload/upload-files.ts';
import { UPLOAD_LIST } from '../../entities/upload/upload-list.ts';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { useNestedColumns } from './use-nested-columns.tsx';

const SHOWN = ['name', 'started', 'finished', 'destination', 'status', 'result'];

const RESULT: Column<UploadRowFragment> = {
  id: 'result',
  header: 'Result',
  width: COLUMN_WIDTHS.minimum,
  cell: (upload) => <ResultFile upload={upload} />,
};

/** The uploads of a test run, each with the file of its result. */
export function TestRunUploads({ flowId }: { readonly flowId: string }) {
  const { connection } = useLiveConnection(UPLOAD_LIST, {
    variables: { flow_id: flowId },
    pageSize: LIMITS.detailListSize,
    held: false,
  });
  const linkTo = useUploadLink();
  const columns = useNestedColumns(
    useMemo(() => [...uploadColumns(linkTo), RESULT], [linkTo]),
    SHOWN,
    'name',
  );
  return (
    <>
      <NestedTable
        label="Uploads of the test run"
        columns={columns}
        rows={connection.rows}
        loading={connection.phase === 'loading'}
        note={connection.failure?.message ?? 'No uploads'}
      />
      {connection.hasMore && (
        <Button loading={connection.loadingMore} onClick={connection.fetchMore}>
          Show more
        </Button>
      )}
    </>
  );
}

function ResultFile({ upload }: { readonly upload: UploadRowFragment }) {
  const saveFile = useSaveFile();
  const result = filesOf(upload).find(({ id }) => id === 'result');
  if (result === undefined) return null;
  return (
    <QuietButton
      label="CSV"
      accessibleName={`Download the result of ${upload.name}`}
      icon={<IconDownload size={SMALL_ICON_SIZE} />}
      tip="Download the result"
      onClick={() => void saveFile(result.path, result.name)}
    />
  );
}
