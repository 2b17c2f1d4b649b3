import type {
  DownloadRowFragment,
  EventRowFragment,
  KeyRowFragment,
  UploadRowFragment,
} from '../src/api/generated/graphql.ts';

const NO_AMOUNTS = { __typename: 'Progress', rows: null, bytes: null, reports: null };

const TRANSFER = {
  id: '1',
  name: 'adsense_daily',
  project: 'ads',
  purpose: 'production',
  status: 'queued',
  created: '2026-11-21T05:00:00Z',
  started: null,
  finished: null,
  report_datetime: null,
  progress: { __typename: 'DownloadProgress', completed: NO_AMOUNTS, estimated: NO_AMOUNTS },
  row_count: null,
  retry_count: 0,
  retry_limit: 5,
  next_try: null,
  message: null,
  waiting: null,
};

export function buildDownload(patch: Partial<DownloadRowFragment> = {}): DownloadRowFragment {
  const typed = { __typename: 'Download' };
  const handle = { __typename: 'DownloadHandle', url: null, filename: null, handle: '' };
  return {
    ...typed,
    ...TRANSFER,
    description: '',
    handle,
    parts: [],
    dirty_row_count: null,
    dirty_row_status: 'none',
    uploads_hint: '',
    waiting_text: null,
    ...patch,
  };
}

export function buildUpload(patch: Partial<UploadRowFragment> = {}): UploadRowFragment {
  const typed = { __typename: 'Upload' };
  return {
    ...typed,
    ...TRANSFER,
    handle: '',
    destination: '',
    destination_type: 'file',
    result_file: null,
    late_since: null,
    forecast: null,
    ...patch,
  };
}

/** The table of a download, without dirty rows. */
export function buildPart(patch: Partial<DownloadRowFragment['parts'][number]> = {}) {
  const typed = { __typename: 'DownloadPart' };
  const id = patch.id ?? 'p1';
  return {
    ...typed,
    id,
    name: 'orders',
    legacy_flow_source_id: id,
    source_table: { __typename: 'SourceTable', id: `table-${id}`, name: 'orders', project: 'ads' },
    row_count: 100,
    dirty_row_count: 0,
    dirty_row_status: 'none',
    new_dirty_row_count: 0,
    new_dirty_row_status: 'none',
    bytes: 1000,
    ...patch,
    dirty_reasons: (patch.dirty_reasons ?? []).map((reason) => ({ __typename: 'DirtyReason', ...reason })),
  };
}

const withTypename = <T extends object>(typename: string, row: T | null | undefined): T | null =>
  row === null || row === undefined ? null : { __typename: typename, ...row };

export function buildEvent(patch: Partial<EventRowFragment> = {}): EventRowFragment {
  const typed = { __typename: 'Event' };
  return {
    ...typed,
    id: '1',
    created: '2026-11-21T05:00:00Z',
    report_datetime: null,
    severity: 'info',
    code: 'DOWNLOAD_COMPLETED',
    message: 'Download completed.',
    project_name: 'ads',
    download_declaration: null,
    upload_declaration: null,
    will_retry: null,
    retry_count: null,
    retry_limit: null,
    comment: null,
    commented_on: null,
    commented_by: null,
    ...patch,
    download: withTypename('Download', patch.download),
    upload: withTypename('Upload', patch.upload),
    flow: withTypename('Flow', patch.flow),
  };
}

export function buildKey(patch: Partial<KeyRowFragment> = {}): KeyRowFragment {
  const typed = { __typename: 'Credential' };
  return {
    ...typed,
    id: '1',
    name: 'sample_provider',
    credential_type_name: 'API token',
    status: 'active',
    description: '',
    expires: null,
    expires_of: null,
    ...patch,
  };
}

/** The only page of a list, as the field `field` of an answer. */
export function buildAnswer(field: string, typename: string, nodes: readonly object[]): Record<string, unknown> {
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
  return { [field]: { __typename: typename, nodes, pageInfo } };
}

export const buildDownloads = (...rows: readonly DownloadRowFragment[]): Record<string, unknown> =>
  buildAnswer('downloads', 'DownloadConnection', rows);
export const buildUploads = (...rows: readonly UploadRowFragment[]): Record<string, unknown> =>
  buildAnswer('uploads', 'UploadConnection', rows);
export const buildEvents = (...rows: readonly EventRowFragment[]): Record<string, unknown> =>
  buildAnswer('events', 'EventConnection', rows);
export const buildKeys = (...rows: readonly KeyRowFragment[]): Record<string, unknown> =>
  buildAnswer('credentials', 'CredentialConnection', rows);

type Options = { readonly projects?: readonly string[]; readonly downloads?: readonly string[] };

/** Answers of a server with these downloads and uploads, and with the projects among the filters. */
export function buildTransfers(
  downloads: readonly DownloadRowFragment[],
  uploads: readonly UploadRowFragment[],
  projects: readonly string[] = [],
): Record<string, () => Record<string, unknown>> {
  const answers = {
    Downloads: buildDownloads(...downloads),
    Uploads: buildUploads(...uploads),
    FilterOptions: buildFilterOptions({ projects }),
  };
  return Object.fromEntries(Object.entries(answers).map(([operation, answer]) => [operation, () => answer]));
}

export function buildFilterOptions({ projects = [], downloads = [] }: Options = {}): Record<string, unknown> {
  return {
    filter_options: {
      __typename: 'FilterOptions',
      projects,
      download_names: downloads,
      bundle_names: [],
      upload_names: [],
      destinations: [],
    },
  };
}
