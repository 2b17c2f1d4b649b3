import { LIMITS } from '@switchboard/model';
import {
  DownloadDocument,
  type DownloadQuery,
  type DownloadRowFragment,
  type UploadsQueryVariables,
} from '../../api/generated/graphql.ts';
import type { ListView } from '../../api/lists/list-description.ts';
import { useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { DownloadStatusCell } from '../../entities/download/download-status-cell.tsx';
import { TransferDrawer } from '../../entities/transfer/transfer-drawer.tsx';
import { drawerFilters } from '../../entities/transfer/transfer-filters.ts';
import { TransferSummary } from '../../entities/transfer/transfer-summary.tsx';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { UPLOAD_LIST } from '../../entities/upload/upload-list.ts';
import { UPLOAD_STATUS_OPTIONS } from '../../entities/upload/upload-status.ts';
import { useUploadActions } from '../../entities/upload/use-upload-actions.tsx';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';

const VIEW: ListView<UploadsQueryVariables> = {
  grid: 'uploadsForDownload',
  pageSize: LIMITS.detailListSize,
  filters: drawerFilters('uploads', UPLOAD_STATUS_OPTIONS),
};
const selectDownload = (data: DownloadQuery): DownloadRowFragment | null => data.download;

type Props = {
  readonly downloadId: string;
  /** The download, when the list has loaded it already. */
  readonly known: DownloadRowFragment | undefined;
  readonly onClose: () => void;
};

/** "Uploads for download {name}" */
export function UploadsDrawer({ downloadId, known, onClose }: Props) {
  const download = useDrawerSubject({
    known,
    query: DownloadDocument,
    variables: { id: downloadId },
    select: selectDownload,
    onClose,
  });
  return (
    <TransferDrawer
      title={`Uploads for download ${download?.name ?? '…'}`}
      summary={
        download !== undefined && (
          <TransferSummary
            transfer={download}
            status={<DownloadStatusCell download={download} />}
            particular={['Description', download.description || null]}
          />
        )
      }
      list={UPLOAD_LIST}
      view={VIEW}
      scope={{ download_id: downloadId }}
      columns={uploadColumns}
      useActions={useUploadActions}
      linkTo={useUploadLink()}
      filtersLabel="Uploads of the download"
      emptyTitle="No uploads"
      emptyText={download?.uploads_hint}
      onClose={onClose}
    />
  );
}
