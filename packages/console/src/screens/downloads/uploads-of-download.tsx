import { LIMITS } from '@switchboard/model';
import { useMemo } from 'react';
import type { DownloadRowFragment, UploadRowFragment } from '../../api/generated/graphql.ts';
import { UploadsDocument } from '../../api/generated/graphql.ts';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useLiveList } from '../../api/live/live.ts';
import { changedUploads, uploadsOf } from '../../entities/transfer/selections.ts';
import { isUploadRunning } from '../../entities/transfer/status-view.ts';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';

const SHOWN = ['name', 'created', 'finished', 'destination', 'status'] as const;

type Props = {
  readonly download: DownloadRowFragment;
  readonly linkTo: (upload: UploadRowFragment) => string;
};

/** The uploads that a download feeds, inside its expanded row. */
export function UploadsOfDownload({ download, linkTo }: Props) {
  const variables = useMemo(() => ({ download_id: download.id }), [download.id]);
  const connection = useConnection({
    document: UploadsDocument,
    variables,
    pageSize: LIMITS.detailListSize,
    select: uploadsOf,
    held: false,
  });
  const shown = useMemo(() => new Set(connection.rows.map((row) => row.id)), [connection.rows]);
  useLiveList({
    idsOf: changedUploads,
    shown,
    running: connection.rows.some(isUploadRunning),
    refresh: connection.refresh,
  });
  const columns = useMemo(() => {
    const all = uploadColumns(linkTo);
    return SHOWN.flatMap((id) => all.filter((column) => column.id === id));
  }, [linkTo]);
  return (
    <NestedTable
      label={`Uploads for download ${download.name}`}
      columns={columns}
      rows={connection.rows}
      loading={connection.phase === 'loading'}
      note={connection.failure?.message ?? (download.uploads_hint || 'No uploads')}
    />
  );
}
