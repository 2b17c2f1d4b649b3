import { DownloadDocument, type DownloadRowFragment } from '../../api/generated/graphql.ts';
import { drawerSubject, useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { DownloadStatusCell } from '../../entities/download/download-status-cell.tsx';
import { TransferDrawer } from '../../entities/transfer/transfer-drawer.tsx';
import { TransferSummary } from '../../entities/transfer/transfer-summary.tsx';
import { UPLOAD_ROWS } from '../../entities/upload/upload-rows.ts';

const DOWNLOAD = drawerSubject(DownloadDocument, (data) => data.download);

type Props = {
  readonly downloadId: string;
  /** The download, when the list has loaded it already. */
  readonly known: DownloadRowFragment | undefined;
  readonly onClose: () => void;
};

/** "Uploads for download {name}" */
export function UploadsDrawer({ downloadId, known, onClose }: Props) {
  const download = useDrawerSubject(DOWNLOAD, { id: downloadId }, known, onClose);
  return (
    <TransferDrawer
      title={`Uploads for download ${download?.name ?? '…'}`}
      summary={download && <Summary download={download} />}
      rows={UPLOAD_ROWS}
      scope={{ download_id: downloadId }}
      emptyTitle="No uploads"
      emptyText={download?.uploads_hint}
      onClose={onClose}
    />
  );
}

function Summary({ download }: { readonly download: DownloadRowFragment }) {
  const status = <DownloadStatusCell download={download} />;
  return (
    <TransferSummary transfer={download} status={status} particular={['Description', download.description || null]} />
  );
}
