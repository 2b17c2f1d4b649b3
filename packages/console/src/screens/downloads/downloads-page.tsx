import { LIMITS } from '@switchboard/model';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { type DownloadRowFragment, DownloadsDocument, type UploadRowFragment } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useLiveList } from '../../api/live/live.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { useSession } from '../../api/session/session.ts';
import { downloadColumns, downloadRowHeight } from '../../entities/download/download-columns.tsx';
import {
  DOWNLOAD_PARAMETERS,
  type DownloadFilters,
  downloadVariables,
  NO_DOWNLOAD_FILTERS,
  narrowedBy,
} from '../../entities/transfer/filters.ts';
import { changedDownloads, downloadsOf } from '../../entities/transfer/selections.ts';
import { isDownloadRunning } from '../../entities/transfer/status-view.ts';
import { useRowActions } from '../../entities/transfer/use-row-actions.tsx';
import { utcToday } from '../../lib/dates.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import type { Sort } from '../../ui/data-table/types.ts';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { DownloadFilterBar } from './download-filter-bar.tsx';
import { UploadsOfDownload } from './uploads-of-download.tsx';

const UploadsDrawer = lazy(async () => ({ default: (await import('./uploads-drawer.tsx')).UploadsDrawer }));

const FILTER_NAMES = Object.keys(NO_DOWNLOAD_FILTERS);
const nameOf = (row: DownloadRowFragment): string => row.name;

/** /downloads/list */
export function DownloadsPage() {
  const { account } = useSession();
  const [filters, change, link] = useUrlState(DOWNLOAD_PARAMETERS);
  const [layout, setLayout] = useGridLayout('downloads');
  const [scrolled, setScrolled] = useState(false);

  const variables = useMemo(() => downloadVariables(filters, utcToday(new Date())), [filters]);
  const connection = useConnection({
    document: DownloadsDocument,
    variables,
    pageSize: LIMITS.transferPageSize,
    select: downloadsOf,
    held: scrolled,
  });
  const shown = useMemo(() => new Set(connection.rows.map((row) => row.id)), [connection.rows]);
  const live = useLiveList({
    idsOf: changedDownloads,
    shown,
    running: connection.rows.some(isDownloadRunning),
    refresh: connection.refresh,
  });

  const open = useCallback((row: DownloadRowFragment) => change({ downloadBundleId: row.id }), [change]);
  const columns = useMemo(() => downloadColumns((row) => link({ downloadBundleId: row.id })), [link]);
  const uploadLink = useCallback(
    (upload: UploadRowFragment) =>
      `/app/${account.urlName}/uploads/list?${new URLSearchParams({ selectedUploadId: upload.id, selectedUploadName: upload.name }).toString()}`,
    [account.urlName],
  );
  const { actions, dialog } = useRowActions<DownloadRowFragment>({
    kind: 'download',
    onOpen: open,
    openLabel: 'Show uploads',
    onAbandoned: connection.remove,
  });
  const clear = (): void => change(NO_DOWNLOAD_FILTERS);
  const narrowed = narrowedBy(filters, FILTER_NAMES);

  return (
    <Page
      title="Downloads"
      aside={
        <LiveIndicator
          state={live.state}
          updated={Math.max(live.lastChange ?? 0, connection.updated ?? 0) || null}
          onPause={live.setPaused}
        />
      }
      actions={<ColumnsButton columns={columns} layout={layout} onLayoutChange={setLayout} />}
    >
      <DownloadFilterBar filters={filters} onChange={change} onClearAll={narrowed === 'no' ? null : clear} />
      <ConnectionGrid
        label="Downloads"
        connection={connection}
        columns={columns}
        rowName={nameOf}
        layout={layout}
        onLayoutChange={setLayout}
        sort={{ column: filters.sortBy, direction: filters.sortDirection }}
        onSort={(sort) => change(sortPatch(sort))}
        rowHeight={downloadRowHeight}
        detail={(row) => <UploadsOfDownload download={row} linkTo={uploadLink} />}
        onOpen={open}
        selectedId={filters.downloadBundleId}
        actions={actions}
        onScrolledChange={setScrolled}
        emptyTitle="You have no downloads yet"
        emptyText="Downloads appear here once a published script declares a source."
        narrowed={narrowed}
        onClearFilters={clear}
      />
      {filters.downloadBundleId !== '' && (
        <Suspense fallback={null}>
          <UploadsDrawer
            key={filters.downloadBundleId}
            downloadId={filters.downloadBundleId}
            known={connection.rows.find((row) => row.id === filters.downloadBundleId)}
            onClose={() => change({ downloadBundleId: '' })}
            linkTo={uploadLink}
          />
        </Suspense>
      )}
      {dialog}
    </Page>
  );
}

/** A column's heading names only columns that the address knows. */
function sortPatch(sort: Sort): Pick<DownloadFilters, 'sortBy' | 'sortDirection'> {
  return { sortBy: DOWNLOAD_PARAMETERS.sortBy.read(sort.column), sortDirection: sort.direction };
}
