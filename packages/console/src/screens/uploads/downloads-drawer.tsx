import type { ReactNode } from 'react';
import { UploadDocument } from '../../api/generated/documents/upload.ts';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { drawerSubject, useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { DOWNLOAD_ROWS } from '../../entities/download/download-rows.ts';
import { TransferCommandsBar } from '../../entities/transfer/drawer/transfer-commands-bar.tsx';
import { TransferDrawer } from '../../entities/transfer/drawer/transfer-drawer.tsx';
import { TransferEvents } from '../../entities/transfer/drawer/transfer-events.tsx';
import { transferSteps } from '../../entities/transfer/drawer/transfer-steps.ts';
import { TransferSummary } from '../../entities/transfer/drawer/transfer-summary.tsx';
import { useTransferEvents } from '../../entities/transfer/drawer/use-transfer-events.ts';
import { UPLOAD_KIND } from '../../entities/transfer/transfer-kind.ts';
import { UploadFilesTable } from '../../entities/upload/upload-files-table.tsx';
import { UploadStatusCell } from '../../entities/upload/upload-status-cell.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';

const UPLOAD = drawerSubject(UploadDocument, (data) => data.upload);

type Props = {
  readonly uploadId: string;
  /** The upload's name in the address, shown until the upload has loaded. */
  readonly uploadName: string;
  /** The upload, when the list has loaded it already. */
  readonly known: UploadRowFragment | undefined;
  readonly onAbandoned: (id: string) => void;
  readonly onClose: () => void;
};

/** The deadline that an upload missed, or when it is expected to be delivered; false when neither is known. */
function deliveryState({ late_since: late, forecast }: UploadRowFragment): ReactNode {
  if (late !== null) {
    return (
      <>
        Late since <Timestamp value={late} />
      </>
    );
  }
  if (forecast === null) return false;
  if (forecast.expected === null) return 'It takes longer than each of its last deliveries';
  return (
    <>
      Expected to be delivered <Timestamp value={forecast.expected} />
    </>
  );
}

/** "Downloads for upload {name}" */
export function DownloadsDrawer({ uploadId, uploadName, known, onAbandoned, onClose }: Props) {
  const upload = useDrawerSubject(UPLOAD, { id: uploadId }, known, onClose);
  const { events, loading } = useTransferEvents({ upload_id: uploadId }, upload?.status);
  const name = upload?.name ?? uploadName;
  return (
    <TransferDrawer
      title={`Downloads for upload ${name}`}
      summary={
        upload && (
          <TransferSummary
            transfer={upload}
            status={<UploadStatusCell upload={upload} />}
            particular={[
              'Destination',
              <Text size="small" mono key="destination">
                {upload.destination}
              </Text>,
            ]}
            consequence={deliveryState(upload)}
            steps={transferSteps(upload, events, 'Ready')}
            commands={<TransferCommandsBar kind={UPLOAD_KIND} transfer={upload} onAbandoned={onAbandoned} />}
          />
        )
      }
      tabs={[
        { value: 'files', label: 'Files', content: upload && <UploadFilesTable upload={upload} /> },
        { value: 'events', label: 'Events', content: <TransferEvents name={name} events={events} loading={loading} /> },
      ]}
      rows={DOWNLOAD_ROWS}
      scope={{ upload_id: uploadId }}
      emptyTitle="No Items"
    />
  );
}
