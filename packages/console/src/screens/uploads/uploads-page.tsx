import { lazy, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ListPage } from '../../api/lists/list-page.tsx';
import { useListPage } from '../../api/lists/use-list-page.ts';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { UPLOAD_LIST } from '../../entities/upload/upload-list.ts';
import { useUploadActions } from '../../entities/upload/use-upload-actions.tsx';
import { UPLOADS_VIEW } from './uploads-view.ts';

const DownloadsDrawer = lazy(async () => ({ default: (await import('./downloads-drawer.tsx')).DownloadsDrawer }));

/** /uploads/list */
export function UploadsPage() {
  const page = useListPage(UPLOAD_LIST, UPLOADS_VIEW);
  const { linkTo, open } = page;
  const [address] = useSearchParams();
  const columns = useMemo(() => uploadColumns(linkTo), [linkTo]);
  const { actions, dialog } = useUploadActions({
    onOpen: open,
    openLabel: 'Show downloads',
    onAbandoned: page.connection.remove,
  });
  return (
    <ListPage
      page={page}
      columns={columns}
      actions={actions}
      emptyTitle="You have no uploads yet"
      emptyText="Uploads appear here once a published script declares a destination and its downloads are completed."
      drawer={
        <DownloadsDrawer
          key={page.openId}
          uploadId={page.openId}
          uploadName={address.get('selectedUploadName') ?? ''}
          known={page.openRow}
          onClose={page.close}
        />
      }
      dialog={dialog}
    />
  );
}
