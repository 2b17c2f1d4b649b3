import { lazy } from 'react';
import { useSearchParams } from 'react-router';
import { TransferPage } from '../../entities/transfer/transfer-page.tsx';
import { UPLOAD_ROWS } from '../../entities/upload/upload-rows.ts';
import { UPLOADS_VIEW } from './uploads-view.ts';

const DownloadsDrawer = lazy(async () => ({ default: (await import('./downloads-drawer.tsx')).DownloadsDrawer }));

/** /uploads/list */
export function UploadsPage() {
  const [address] = useSearchParams();
  const name = address.get('selectedUploadName') ?? '';
  return (
    <TransferPage
      rows={UPLOAD_ROWS}
      view={UPLOADS_VIEW}
      openLabel="Show downloads"
      emptyText="Uploads appear here once a published script declares a destination and its downloads are completed."
      drawer={({ openId, openRow, close }) => (
        <DownloadsDrawer key={openId} uploadId={openId} uploadName={name} known={openRow} onClose={close} />
      )}
    />
  );
}
