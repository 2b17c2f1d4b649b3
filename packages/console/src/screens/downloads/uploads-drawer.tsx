import { DownloadDocument } from '../../api/generated/documents/download.ts';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { drawerSubject, useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { usePermission } from '../../api/session/session.ts';
import { DownloadStatusCell } from '../../entities/download/download-status-cell.tsx';
import { dirtyStatusOf } from '../../entities/download-part/dirty-rows.ts';
import { DirtyRowsPreview } from '../../entities/download-part/dirty-rows-preview.tsx';
import { PartsTable } from '../../entities/download-part/parts-table.tsx';
import { TransferCommandsBar } from '../../entities/transfer/drawer/transfer-commands-bar.tsx';
import { type DrawerTab, TransferDrawer } from '../../entities/transfer/drawer/transfer-drawer.tsx';
import { TransferEvents } from '../../entities/transfer/drawer/transfer-events.tsx';
import { transferSteps } from '../../entities/transfer/drawer/transfer-steps.ts';
import { TransferSummary } from '../../entities/transfer/drawer/transfer-summary.tsx';
import { useTransferEvents } from '../../entities/transfer/drawer/use-transfer-events.ts';
import { DOWNLOAD_KIND } from '../../entities/transfer/transfer-kind.ts';
import { UPLOAD_ROWS } from '../../entities/upload/upload-rows.ts';
import { AffectedUploads } from './affected-uploads.tsx';

const DOWNLOAD = drawerSubject(DownloadDocument, (data) => data.download);

type Props = {
  readonly downloadId: string;
  /** The download, when the list has loaded it already. */
  readonly known: DownloadRowFragment | undefined;
  readonly onAbandoned: (id: string) => void;
  readonly onClose: () => void;
};

/** Nothing of it is delivered yet, although it was tried. */
const holdsUpUploads = (download: DownloadRowFragment): boolean =>
  ['failed', 'retrying'].includes(download.status) || dirtyStatusOf(download) === 'all';

/** "Uploads for download {name}" */
export function UploadsDrawer({ downloadId, known, onAbandoned, onClose }: Props) {
  const download = useDrawerSubject(DOWNLOAD, { id: downloadId }, known, onClose);
  const { events, loading } = useTransferEvents({ download_id: downloadId }, download?.status);
  const mayFetch = usePermission('manage-account-settings');
  const name = download?.name ?? '…';
  const dirtyParts = download?.parts.filter((part) => (part.new_dirty_row_count ?? 0) > 0) ?? [];
  const tabs: DrawerTab[] = [
    { value: 'parts', label: 'Parts', content: download && <PartsTable download={download} /> },
    ...(mayFetch && dirtyParts.length > 0
      ? [
          {
            value: 'dirty_rows',
            label: 'Dirty rows',
            content: dirtyParts.map((part) => <DirtyRowsPreview key={part.id} partId={part.id} name={part.name} />),
          },
        ]
      : []),
    { value: 'events', label: 'Events', content: <TransferEvents name={name} events={events} loading={loading} /> },
  ];
  return (
    <TransferDrawer
      title={`Uploads for download ${name}`}
      summary={
        download && (
          <TransferSummary
            transfer={download}
            status={<DownloadStatusCell download={download} />}
            particular={['Description', download.description || null]}
            consequence={holdsUpUploads(download) && <AffectedUploads downloadId={download.id} />}
            steps={transferSteps(download, events, 'Found')}
            commands={
              <TransferCommandsBar
                kind={DOWNLOAD_KIND}
                transfer={download}
                table={download.parts[0]?.name}
                onAbandoned={onAbandoned}
              />
            }
          />
        )
      }
      tabs={tabs}
      rows={UPLOAD_ROWS}
      scope={{ download_id: downloadId }}
      emptyTitle="No uploads"
      emptyText={download?.uploads_hint}
    />
  );
}
