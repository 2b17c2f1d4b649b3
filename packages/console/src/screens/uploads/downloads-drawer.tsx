import { LIMITS } from '@switchboard/model';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from 'urql';
import {
  type DownloadRowFragment,
  DownloadsDocument,
  UploadDocument,
  type UploadRowFragment,
} from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useLiveList } from '../../api/live/live.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { downloadColumns, downloadRowHeight } from '../../entities/download/download-columns.tsx';
import { UploadSummary } from '../../entities/transfer/drawer-summary.tsx';
import { DOWNLOAD_STATUS_FILTER } from '../../entities/transfer/filters.ts';
import { changedDownloads, downloadsOf } from '../../entities/transfer/selections.ts';
import { isDownloadRunning } from '../../entities/transfer/status-view.ts';
import { useRowActions } from '../../entities/transfer/use-row-actions.tsx';
import { choices, text } from '../../lib/url-state.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { withoutSorting } from '../../ui/data-table/layout.ts';
import { ChoiceChip } from '../../ui/filters/choice-chip.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { SideDrawer } from '../../ui/page/side-drawer.tsx';
import { useDrawerFailure } from '../../ui/page/use-drawer-failure.ts';

/** The drawer's own filters, apart from those of the list below it. */
const PARAMETERS = {
  downloads_search: text,
  downloads_status: choices(DOWNLOAD_STATUS_FILTER.map((option) => option.value)),
};
const CLEARED = { downloads_search: '', downloads_status: [] };
const nameOf = (row: DownloadRowFragment): string => row.name;

type Props = {
  readonly uploadId: string;
  /** The upload's name as the address has it, until the upload is known. */
  readonly uploadName: string;
  /** The upload, when the list has it already. */
  readonly known: UploadRowFragment | undefined;
  readonly onClose: () => void;
  /** Where a download's name leads. */
  readonly linkTo: (download: DownloadRowFragment) => string;
};

/** "Downloads for upload {name}" */
export function DownloadsDrawer({ uploadId, uploadName, known, onClose, linkTo }: Props) {
  const [{ data, error, fetching }] = useQuery({
    query: UploadDocument,
    variables: { id: uploadId },
    pause: known !== undefined,
  });
  const upload = known ?? data?.upload ?? undefined;
  useDrawerFailure(upload === undefined && !fetching && (error !== undefined || data?.upload === null), onClose);
  const [filters, change] = useUrlState(PARAMETERS);
  const [layout, setLayout] = useGridLayout('downloadsForUpload');
  const [scrolled, setScrolled] = useState(false);
  const variables = useMemo(
    () => ({
      upload_id: uploadId,
      search: filters.downloads_search || null,
      status: filters.downloads_status.length === 0 ? null : [...filters.downloads_status],
    }),
    [uploadId, filters],
  );
  const connection = useConnection({
    document: DownloadsDocument,
    variables,
    pageSize: LIMITS.detailListSize,
    select: downloadsOf,
    held: scrolled,
  });
  const shown = useMemo(() => new Set(connection.rows.map((row) => row.id)), [connection.rows]);
  useLiveList({
    idsOf: changedDownloads,
    shown,
    running: connection.rows.some(isDownloadRunning),
    refresh: connection.refresh,
  });
  const navigate = useNavigate();
  const open = useCallback((download: DownloadRowFragment) => void navigate(linkTo(download)), [navigate, linkTo]);
  const columns = useMemo(() => withoutSorting(downloadColumns(linkTo)), [linkTo]);
  const { actions, dialog } = useRowActions<DownloadRowFragment>({
    kind: 'download',
    onOpen: open,
    openLabel: 'Show in Downloads',
    onAbandoned: connection.remove,
  });
  const narrowed = filters.downloads_status.length > 0 ? 'filter' : filters.downloads_search === '' ? 'no' : 'search';
  const title = `Downloads for upload ${upload?.name ?? uploadName}`;
  return (
    <SideDrawer opened title={title} onClose={onClose}>
      {upload !== undefined && <UploadSummary upload={upload} />}
      <FilterBar label="Downloads of the upload" onClearAll={narrowed === 'no' ? null : () => change(CLEARED)}>
        <SearchField
          value={filters.downloads_search}
          placeholder="Search downloads"
          debounce={LIMITS.searchDebounce}
          onChange={(downloads_search) => change({ downloads_search }, { replace: true })}
        />
        <ChoiceChip
          label="Status"
          options={DOWNLOAD_STATUS_FILTER}
          selected={filters.downloads_status}
          onChange={(status) => change({ downloads_status: PARAMETERS.downloads_status.read(status.join(',')) })}
        />
      </FilterBar>
      <ConnectionGrid
        label={title}
        connection={connection}
        columns={columns}
        rowName={nameOf}
        layout={layout}
        onLayoutChange={setLayout}
        rowHeight={downloadRowHeight}
        onOpen={open}
        actions={actions}
        onScrolledChange={setScrolled}
        emptyTitle="No Items"
        narrowed={narrowed}
        onClearFilters={() => change(CLEARED)}
      />
      {dialog}
    </SideDrawer>
  );
}
