import { LIMITS } from '@switchboard/model';
import {
  type DownloadsQueryVariables,
  UploadDocument,
  type UploadQuery,
  type UploadRowFragment,
} from '../../api/generated/graphql.ts';
import type { ListView } from '../../api/lists/list-description.ts';
import { useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { downloadColumns } from '../../entities/download/download-columns.tsx';
import { DOWNLOAD_LIST } from '../../entities/download/download-list.ts';
import { DOWNLOAD_STATUS_OPTIONS } from '../../entities/download/download-status.ts';
import { useDownloadActions } from '../../entities/download/use-download-actions.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { TransferDrawer } from '../../entities/transfer/transfer-drawer.tsx';
import { drawerFilters } from '../../entities/transfer/transfer-filters.ts';
import { TransferSummary } from '../../entities/transfer/transfer-summary.tsx';
import { UploadStatusCell } from '../../entities/upload/upload-status-cell.tsx';
import text from '../../ui/text/text.module.css';

const VIEW: ListView<DownloadsQueryVariables> = {
  grid: 'downloadsForUpload',
  pageSize: LIMITS.detailListSize,
  filters: drawerFilters('downloads', DOWNLOAD_STATUS_OPTIONS),
};
const selectUpload = (data: UploadQuery): UploadRowFragment | null => data.upload;

type Props = {
  readonly uploadId: string;
  /** The upload's name in the address, shown until the upload has loaded. */
  readonly uploadName: string;
  /** The upload, when the list has loaded it already. */
  readonly known: UploadRowFragment | undefined;
  readonly onClose: () => void;
};

/** "Downloads for upload {name}" */
export function DownloadsDrawer({ uploadId, uploadName, known, onClose }: Props) {
  const upload = useDrawerSubject({
    known,
    query: UploadDocument,
    variables: { id: uploadId },
    select: selectUpload,
    onClose,
  });
  return (
    <TransferDrawer
      title={`Downloads for upload ${upload?.name ?? uploadName}`}
      summary={
        upload !== undefined && (
          <TransferSummary
            transfer={upload}
            status={<UploadStatusCell upload={upload} />}
            particular={[
              'Destination',
              <span key="destination" className={text['mono']}>
                {upload.destination}
              </span>,
            ]}
          />
        )
      }
      list={DOWNLOAD_LIST}
      view={VIEW}
      scope={{ upload_id: uploadId }}
      columns={downloadColumns}
      useActions={useDownloadActions}
      linkTo={useDownloadLink()}
      filtersLabel="Downloads of the upload"
      emptyTitle="No Items"
      onClose={onClose}
    />
  );
}
