import { lazy } from 'react';
import { DOWNLOAD_ROWS } from '../../entities/download/download-rows.ts';
import { TransferPage } from '../../entities/transfer/transfer-page.tsx';
import { DOWNLOADS_VIEW } from './downloads-view.ts';
import { UploadsOfDownload } from './uploads-of-download.tsx';

const UploadsDrawer = lazy(async () => ({ default: (await import('./uploads-drawer.tsx')).UploadsDrawer }));

/** /downloads/list */
export function DownloadsPage() {
  return (
    <TransferPage
      rows={DOWNLOAD_ROWS}
      view={DOWNLOADS_VIEW}
      openLabel="Show uploads"
      detail={(row) => <UploadsOfDownload download={row} />}
      emptyText="Downloads appear here once a published script declares a source."
      drawer={({ openId, openRow, close }) => (
        <UploadsDrawer key={openId} downloadId={openId} known={openRow} onClose={close} />
      )}
    />
  );
}
