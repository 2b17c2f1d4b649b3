import { LIMITS } from '@switchboard/model/limits';
import { useMemo } from 'react';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { dirtyStatusOf } from '../../entities/download-part/dirty-rows.ts';
import { PartsTable } from '../../entities/download-part/parts-table.tsx';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { UPLOAD_LIST } from '../../entities/upload/upload-list.ts';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import { pickColumns } from '../../ui/data-table/layout.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';

const COLUMNS = ['name', 'created', 'finished', 'destination', 'status'];

/** The parts of a download that has several, and the uploads that it feeds, inside its expanded row. */
export function UploadsOfDownload({ download }: { readonly download: DownloadRowFragment }) {
  const { connection } = useLiveConnection(UPLOAD_LIST, {
    variables: { download_id: download.id },
    pageSize: LIMITS.detailListSize,
    held: false,
  });
  const linkTo = useUploadLink();
  const columns = useMemo(() => pickColumns(uploadColumns(linkTo), COLUMNS), [linkTo]);
  return (
    <Stack gap={3}>
      {(download.parts.length > 1 || dirtyStatusOf(download) !== 'none') && <PartsTable download={download} />}
      <NestedTable
        label={`Uploads for download ${download.name}`}
        columns={columns}
        rows={connection.rows}
        loading={connection.phase === 'loading'}
        note={connection.failure?.message ?? (download.uploads_hint || 'No uploads')}
      />
    </Stack>
  );
}
