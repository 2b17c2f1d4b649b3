import { UploadDocument, type UploadRowFragment } from '../../api/generated/graphql.ts';
import { drawerSubject, useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { DOWNLOAD_ROWS } from '../../entities/download/download-rows.ts';
import { TransferDrawer } from '../../entities/transfer/transfer-drawer.tsx';
import { TransferSummary } from '../../entities/transfer/transfer-summary.tsx';
import { UploadStatusCell } from '../../entities/upload/upload-status-cell.tsx';
import text from '../../ui/text/text.module.css';

const UPLOAD = drawerSubject(UploadDocument, (data) => data.upload);

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
  const upload = useDrawerSubject(UPLOAD, { id: uploadId }, known, onClose);
  return (
    <TransferDrawer
      title={`Downloads for upload ${upload?.name ?? uploadName}`}
      summary={upload && <Summary upload={upload} />}
      rows={DOWNLOAD_ROWS}
      scope={{ upload_id: uploadId }}
      emptyTitle="No Items"
      onClose={onClose}
    />
  );
}

function Summary({ upload }: { readonly upload: UploadRowFragment }) {
  const destination = <span className={text['mono']}>{upload.destination}</span>;
  const status = <UploadStatusCell upload={upload} />;
  return <TransferSummary transfer={upload} status={status} particular={['Destination', destination]} />;
}
