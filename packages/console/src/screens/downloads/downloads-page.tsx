import { lazy, useMemo } from 'react';
import { ListPage } from '../../api/lists/list-page.tsx';
import { useListPage } from '../../api/lists/use-list-page.ts';
import { downloadColumns } from '../../entities/download/download-columns.tsx';
import { DOWNLOAD_LIST } from '../../entities/download/download-list.ts';
import { useDownloadActions } from '../../entities/download/use-download-actions.ts';
import { DOWNLOADS_VIEW } from './downloads-view.ts';
import { UploadsOfDownload } from './uploads-of-download.tsx';

const UploadsDrawer = lazy(async () => ({ default: (await import('./uploads-drawer.tsx')).UploadsDrawer }));

/** /downloads/list */
export function DownloadsPage() {
  const page = useListPage(DOWNLOAD_LIST, DOWNLOADS_VIEW);
  const { linkTo, open } = page;
  const columns = useMemo(() => downloadColumns(linkTo), [linkTo]);
  const { actions, dialog } = useDownloadActions({
    onOpen: open,
    openLabel: 'Show uploads',
    onAbandoned: page.connection.remove,
  });
  return (
    <ListPage
      page={page}
      columns={columns}
      detail={(row) => <UploadsOfDownload download={row} />}
      actions={actions}
      emptyTitle="You have no downloads yet"
      emptyText="Downloads appear here once a published script declares a source."
      drawer={<UploadsDrawer key={page.openId} downloadId={page.openId} known={page.openRow} onClose={page.close} />}
      dialog={dialog}
    />
  );
}
