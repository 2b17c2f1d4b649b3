import { PURPOSE_LABELS, PURPOSES } from '@switchboard/model';
import type { DownloadsQueryVariables, UploadsQueryVariables } from '../../api/generated/graphql.ts';
import { usableRange } from '../../lib/dates.ts';
import { choice, choices, day, list, text, type Values } from '../../lib/url-state.ts';
import type { Option } from '../../ui/filters/choice-chip.tsx';

const SORT_COLUMNS = ['REPORT_DATETIME', 'CREATED', 'STARTED', 'FINISHED'] as const;
const SORT_DIRECTIONS = ['DESC', 'ASC'] as const;

export const DOWNLOAD_STATUS_FILTER: readonly Option[] = [
  { value: 'completed', label: 'Completed' },
  { value: 'dirtyEqualsNewDirty', label: 'All dirty rows are new' },
  { value: 'newDirtyGreaterThanDirty', label: 'More new dirty rows than dirty rows' },
  { value: 'failed', label: 'Failed' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'unfinished', label: 'Unfinished' },
];

export const UPLOAD_STATUS_FILTER: readonly Option[] = [
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
  { value: 'unfinished', label: 'Unfinished' },
];

export const PURPOSE_FILTER: readonly Option[] = PURPOSES.map((value) => ({ value, label: PURPOSE_LABELS[value] }));

const valuesOf = (options: readonly Option[]): string[] => options.map((option) => option.value);
const sorting = {
  sortBy: choice(SORT_COLUMNS, 'REPORT_DATETIME'),
  sortDirection: choice(SORT_DIRECTIONS, 'DESC'),
};

/** The query of /downloads/list. */
export const DOWNLOAD_PARAMETERS = {
  import_name: text,
  projects: list,
  downloadNames: list,
  bundleNames: list,
  purpose: choices(PURPOSES),
  search: text,
  status: choices(valuesOf(DOWNLOAD_STATUS_FILTER)),
  start: day,
  end: day,
  downloaded_start: day,
  downloaded_end: day,
  ...sorting,
  currentTab: choice(['downloads-list-tab'], 'downloads-list-tab'),
  downloadBundleId: text,
};
export type DownloadFilters = Values<typeof DOWNLOAD_PARAMETERS>;

/** The query of /uploads/list. */
export const UPLOAD_PARAMETERS = {
  project_id: text,
  project: list,
  uploadName: list,
  search: text,
  status: choices(valuesOf(UPLOAD_STATUS_FILTER)),
  purpose: choices(PURPOSES),
  destination: list,
  ...sorting,
  start: day,
  end: day,
  uploaded_start: day,
  uploaded_end: day,
  selectedUploadId: text,
  selectedUploadName: text,
};
export type UploadFilters = Values<typeof UPLOAD_PARAMETERS>;

/** What clears every filter of /downloads/list and leaves the sorting. */
export const NO_DOWNLOAD_FILTERS = {
  import_name: '',
  projects: [],
  downloadNames: [],
  bundleNames: [],
  purpose: [],
  search: '',
  status: [],
  start: null,
  end: null,
  downloaded_start: null,
  downloaded_end: null,
} satisfies Partial<DownloadFilters>;

export const NO_UPLOAD_FILTERS = {
  project_id: '',
  project: [],
  uploadName: [],
  search: '',
  status: [],
  purpose: [],
  destination: [],
  start: null,
  end: null,
  uploaded_start: null,
  uploaded_end: null,
} satisfies Partial<UploadFilters>;

/** What hides rows: nothing, a search word alone, or filters. */
export function narrowedBy(
  filters: Readonly<Record<string, unknown>>,
  names: readonly string[],
): 'no' | 'search' | 'filter' {
  const set = names.filter((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== '' && value !== undefined;
  });
  if (set.length === 0) return 'no';
  return set.length === 1 && set[0] === 'search' ? 'search' : 'filter';
}

const some = <T>(values: readonly T[]): T[] | null => (values.length === 0 ? null : [...values]);

type Paged = 'first' | 'after';

/** The question to the server; ranges count only when whole, and end today at the latest. */
export function downloadVariables(filters: DownloadFilters, today: string): Omit<DownloadsQueryVariables, Paged> {
  const reported = usableRange(filters.start, filters.end, today);
  const downloaded = usableRange(filters.downloaded_start, filters.downloaded_end, today);
  return {
    projects: some(filters.projects),
    names: some(filters.downloadNames),
    bundleNames: some(filters.bundleNames),
    purpose: some(filters.purpose),
    search: filters.search || null,
    status: some(filters.status),
    report_datetime_after: reported?.start ?? null,
    report_datetime_before: reported?.end ?? null,
    downloaded_after: downloaded?.start ?? null,
    downloaded_before: downloaded?.end ?? null,
    sortBy: filters.sortBy,
    sortDirection: filters.sortDirection,
    import_name: filters.import_name || null,
  };
}

export function uploadVariables(filters: UploadFilters, today: string): Omit<UploadsQueryVariables, Paged> {
  const reported = usableRange(filters.start, filters.end, today);
  const uploaded = usableRange(filters.uploaded_start, filters.uploaded_end, today);
  const projects = filters.project_id === '' ? filters.project : [...new Set([filters.project_id, ...filters.project])];
  return {
    projects: some(projects),
    names: some(filters.uploadName),
    purpose: some(filters.purpose),
    search: filters.search || null,
    status: some(filters.status),
    destination: some(filters.destination),
    report_datetime_after: reported?.start ?? null,
    report_datetime_before: reported?.end ?? null,
    uploaded_after: uploaded?.start ?? null,
    uploaded_before: uploaded?.end ?? null,
    sortBy: filters.sortBy,
    sortDirection: filters.sortDirection,
  };
}
