import { useSearchParams } from 'react-router';
import { prefetchList } from '../../api/lists/prefetch-list.ts';
import { StateStrip } from '../../api/lists/state-strip.tsx';
import { LazyCausesStrip } from '../../entities/incident/lazy-causes-strip.tsx';
import { TransferPage } from '../../entities/transfer/transfer-page.tsx';
import { UPLOAD_ROWS } from '../../entities/upload/upload-rows.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { UPLOAD_STRIP } from './upload-strip.ts';
import { UPLOADS_VIEW } from './uploads-view.ts';

const DownloadsDrawer = lazyComponent(async () => (await import('./downloads-drawer.tsx')).DownloadsDrawer);

export const prefetchUploads = prefetchList(UPLOAD_ROWS.list, UPLOADS_VIEW);

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
      strip={(page) => (
        <StateStrip strip={UPLOAD_STRIP} state={page}>
          {/* The rows come first. */}
          {page.connection.phase !== 'loading' && <LazyCausesStrip noun="upload" />}
        </StateStrip>
      )}
      drawer={({ openId, openRow, close, connection }) => (
        <DownloadsDrawer
          key={openId}
          uploadId={openId}
          uploadName={name}
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
