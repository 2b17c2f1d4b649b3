import { prefetchList } from '../../api/lists/prefetch-list.ts';
import { StateStrip } from '../../api/lists/state-strip.tsx';
import { DOWNLOAD_ROWS } from '../../entities/download/download-rows.ts';
import { LazyCausesStrip } from '../../entities/incident/lazy-causes-strip.tsx';
import { TransferPage } from '../../entities/transfer/transfer-page.tsx';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { DOWNLOAD_STRIP } from './download-strip.ts';
import { DOWNLOADS_VIEW } from './downloads-view.ts';
import { UploadsOfDownload } from './uploads-of-download.tsx';

const UploadsDrawer = lazyComponent(async () => (await import('./uploads-drawer.tsx')).UploadsDrawer);

export const prefetchDownloads = prefetchList(DOWNLOAD_ROWS.list, DOWNLOADS_VIEW);

/** /downloads/list */
export function DownloadsPage() {
  return (
    <TransferPage
      rows={DOWNLOAD_ROWS}
      view={DOWNLOADS_VIEW}
      openLabel="Show uploads"
      detail={(row) => <UploadsOfDownload download={row} />}
      emptyText="Downloads appear here once a published script declares a source."
      strip={(page) => (
        <StateStrip strip={DOWNLOAD_STRIP} state={page}>
          {/* The rows come first. */}
          {page.connection.phase !== 'loading' && <LazyCausesStrip noun="download" />}
        </StateStrip>
      )}
      drawer={({ openId, openRow, close, connection }) => (
        <UploadsDrawer
          key={openId}
          downloadId={openId}
          known={openRow}
          onAbandoned={(id) => {
            close();
            connection.remove(id);
          }}
          onClose={close}
        />
      )}
    />
  );
}
