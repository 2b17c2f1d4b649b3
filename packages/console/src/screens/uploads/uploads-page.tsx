import { LIMITS } from '@switchboard/model';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { type DownloadRowFragment, type UploadRowFragment, UploadsDocument } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useLiveList } from '../../api/live/live.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { useSession } from '../../api/session/session.ts';
import { NO_UPLOAD_FILTERS, narrowedBy, UPLOAD_PARAMETERS, uploadVariables } from '../../entities/transfer/filters.ts';
import { changedUploads, uploadsOf } from '../../entities/transfer/selections.ts';
import { isUploadRunning } from '../../entities/transfer/status-view.ts';
import { useRowActions } from '../../entities/transfer/use-row-actions.tsx';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { utcToday } from '../../lib/dates.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { UploadFilterBar } from './upload-filter-bar.tsx';

const DownloadsDrawer = lazy(async () => ({ default: (await import('./downloads-drawer.tsx')).DownloadsDrawer }));

const FILTER_NAMES = Object.keys(NO_UPLOAD_FILTERS);
const nameOf = (row: UploadRowFragment): string => row.name;
const selection = (row: UploadRowFragment) => ({ selectedUploadId: row.id, selectedUploadName: row.name });

/** /uploads/list */
export function UploadsPage() {
  const { account } = useSession();
  const [filters, change, link] = useUrlState(UPLOAD_PARAMETERS);
  const [layout, setLayout] = useGridLayout('uploads');
  const [scrolled, setScrolled] = useState(false);

  const variables = useMemo(() => uploadVariables(filters, utcToday(new Date())), [filters]);
  const connection = useConnection({
    document: UploadsDocument,
    variables,
    pageSize: LIMITS.transferPageSize,
    select: uploadsOf,
    held: scrolled,
  });
  const shown = useMemo(() => new Set(connection.rows.map((row) => row.id)), [connection.rows]);
  const live = useLiveList({
    idsOf: changedUploads,
    shown,
    running: connection.rows.some(isUploadRunning),
    refresh: connection.refresh,
  });

  const open = useCallback((row: UploadRowFragment) => change(selection(row)), [change]);
  const columns = useMemo(() => uploadColumns((row) => link(selection(row))), [link]);
  const { actions, dialog } = useRowActions<UploadRowFragment>({
    kind: 'upload',
    onOpen: open,
    openLabel: 'Show downloads',
    onAbandoned: connection.remove,
  });
  const clear = (): void => change(NO_UPLOAD_FILTERS);
  const narrowed = narrowedBy(filters, FILTER_NAMES);
  const downloadLink = useCallback(
    (download: DownloadRowFragment) =>
      `/app/${account.urlName}/downloads/list?downloadBundleId=${encodeURIComponent(download.id)}`,
    [account.urlName],
  );

  return (
    <Page
      title="Uploads"
      aside={
        <LiveIndicator
          state={live.state}
          updated={Math.max(live.lastChange ?? 0, connection.updated ?? 0) || null}
          onPause={live.setPaused}
        />
      }
      actions={<ColumnsButton columns={columns} layout={layout} onLayoutChange={setLayout} />}
    >
      <UploadFilterBar filters={filters} onChange={change} onClearAll={narrowed === 'no' ? null : clear} />
      <ConnectionGrid
        label="Uploads"
        connection={connection}
        columns={columns}
        rowName={nameOf}
        layout={layout}
        onLayoutChange={setLayout}
        sort={{ column: filters.sortBy, direction: filters.sortDirection }}
        onSort={(sort) => change({ sortBy: UPLOAD_PARAMETERS.sortBy.read(sort.column), sortDirection: sort.direction })}
        onOpen={open}
        selectedId={filters.selectedUploadId}
        actions={actions}
        onScrolledChange={setScrolled}
        emptyTitle="You have no uploads yet"
        emptyText="Uploads appear here once a published script declares a destination and its downloads are completed."
        narrowed={narrowed}
        onClearFilters={clear}
      />
      {filters.selectedUploadId !== '' && (
        <Suspense fallback={null}>
          <DownloadsDrawer
            key={filters.selectedUploadId}
            uploadId={filters.selectedUploadId}
            uploadName={filters.selectedUploadName}
            known={connection.rows.find((row) => row.id === filters.selectedUploadId)}
            onClose={() => change({ selectedUploadId: '', selectedUploadName: '' })}
            linkTo={downloadLink}
          />
        </Suspense>
      )}
      {dialog}
    </Page>
  );
}
