import { LIMITS } from '@switchboard/model';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from 'urql';
import {
  DownloadDocument,
  type DownloadRowFragment,
  type UploadRowFragment,
  UploadsDocument,
} from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useLiveList } from '../../api/live/live.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { DownloadSummary } from '../../entities/transfer/drawer-summary.tsx';
import { UPLOAD_STATUS_FILTER } from '../../entities/transfer/filters.ts';
import { changedUploads, uploadsOf } from '../../entities/transfer/selections.ts';
import { isUploadRunning } from '../../entities/transfer/status-view.ts';
import { useRowActions } from '../../entities/transfer/use-row-actions.tsx';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
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
  uploads_search: text,
  uploads_status: choices(UPLOAD_STATUS_FILTER.map((option) => option.value)),
};
const CLEARED = { uploads_search: '', uploads_status: [] };
const nameOf = (row: UploadRowFragment): string => row.name;

type Props = {
  readonly downloadId: string;
  /** The download, when the list has it already. */
  readonly known: DownloadRowFragment | undefined;
  readonly onClose: () => void;
  /** Where an upload's name leads. */
  readonly linkTo: (upload: UploadRowFragment) => string;
};

/** "Uploads for download {name}" */
export function UploadsDrawer({ downloadId, known, onClose, linkTo }: Props) {
  const [{ data, error, fetching }] = useQuery({
    query: DownloadDocument,
    variables: { id: downloadId },
    pause: known !== undefined,
  });
  const download = known ?? data?.download ?? undefined;
  useDrawerFailure(download === undefined && !fetching && (error !== undefined || data?.download === null), onClose);
  const [filters, change] = useUrlState(PARAMETERS);
  const [layout, setLayout] = useGridLayout('uploadsForDownload');
  const [scrolled, setScrolled] = useState(false);
  const variables = useMemo(
    () => ({
      download_id: downloadId,
      search: filters.uploads_search || null,
      status: filters.uploads_status.length === 0 ? null : [...filters.uploads_status],
    }),
    [downloadId, filters],
  );
  const connection = useConnection({
    document: UploadsDocument,
    variables,
    pageSize: LIMITS.detailListSize,
    select: uploadsOf,
    held: scrolled,
  });
  const shown = useMemo(() => new Set(connection.rows.map((row) => row.id)), [connection.rows]);
  useLiveList({
    idsOf: changedUploads,
    shown,
    running: connection.rows.some(isUploadRunning),
    refresh: connection.refresh,
  });
  const navigate = useNavigate();
  const open = useCallback((upload: UploadRowFragment) => void navigate(linkTo(upload)), [navigate, linkTo]);
  const columns = useMemo(() => withoutSorting(uploadColumns(linkTo)), [linkTo]);
  const { actions, dialog } = useRowActions<UploadRowFragment>({
    kind: 'upload',
    onOpen: open,
    openLabel: 'Show in Uploads',
    onAbandoned: connection.remove,
  });
  const narrowed = filters.uploads_status.length > 0 ? 'filter' : filters.uploads_search === '' ? 'no' : 'search';
  return (
    <SideDrawer opened title={`Uploads for download ${download?.name ?? '…'}`} onClose={onClose}>
      {download !== undefined && <DownloadSummary download={download} />}
      <FilterBar label="Uploads of the download" onClearAll={narrowed === 'no' ? null : () => change(CLEARED)}>
        <SearchField
          value={filters.uploads_search}
          placeholder="Search uploads"
          debounce={LIMITS.searchDebounce}
          onChange={(uploads_search) => change({ uploads_search }, { replace: true })}
        />
        <ChoiceChip
          label="Status"
          options={UPLOAD_STATUS_FILTER}
          selected={filters.uploads_status}
          onChange={(status) => change({ uploads_status: PARAMETERS.uploads_status.read(status.join(',')) })}
        />
      </FilterBar>
      <ConnectionGrid
        label={`Uploads for download ${download?.name ?? ''}`}
        connection={connection}
        columns={columns}
        rowName={nameOf}
        layout={layout}
        onLayoutChange={setLayout}
        onOpen={open}
        actions={actions}
        onScrolledChange={setScrolled}
        emptyTitle="No uploads"
        emptyText={download?.uploads_hint}
        narrowed={narrowed}
        onClearFilters={() => change(CLEARED)}
      />
      {dialog}
    </SideDrawer>
  );
}
