// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import { gql } from '@urql/core';
/** The day to which a run of the upload belongs: its report date, or the UTC day on which it ended. */
export type ExportStatusGroupBy =
  | 'reportDate'
  | 'uploadDate';

/** The day to which a run of the download belongs: its report date, or the UTC day on which it ended. */
export type ImportStatusGroupBy =
  | 'downloadDate'
  | 'reportDate';

/** What downloads and uploads can be sorted by. Rows without a value come last. */
export type SortColumn =
  | 'CREATED'
  | 'FINISHED'
  | 'REPORT_DATETIME'
  | 'STARTED';

/** Ascending or descending order. */
export type SortDirection =
  | 'ASC'
  | 'DESC';

export type FilterOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type FilterOptionsQuery = { filter_options: { projects: Array<string>, download_names: Array<string>, bundle_names: Array<string>, upload_names: Array<string>, destinations: Array<string> } };

export type StateCountFragment = { count: number, has_more: boolean };

export type ChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ChangesSubscription = { changes: { overflow: boolean, downloads: Array<{ id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null, waiting_text: { text: string, tooltip: string } | null }>, uploads: Array<{ id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null }>, events: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }> } };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { meV2: { id: string, email: string, name: string, datagridPreferences: unknown, userPreferences: { prefersMiniNavbar: boolean, mode: string, drawerWidth: number | null } } };

export type SavePreferenceMutationVariables = Exact<{
  name: string;
  value: unknown;
}>;


export type SavePreferenceMutation = { savePreference: { name: string, value: unknown } };

export type SavedViewFragment = { id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null };

export type SavedViewsQueryVariables = Exact<{
  list: string;
}>;


export type SavedViewsQuery = { saved_views: { nodes: Array<{ id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null }> } };

export type SaveViewMutationVariables = Exact<{
  list: string;
  name: string;
  query: string;
}>;


export type SaveViewMutation = { save_view:
    | { message: string }
    | { id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null }
   };

export type RenameViewMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type RenameViewMutation = { rename_view:
    | { message: string }
    | { message: string }
    | { id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null }
   };

export type DeleteViewMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteViewMutation = { delete_view:
    | { message: string }
    | { id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null }
   };

export type DownloadRowFragment = { id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null, waiting_text: { text: string, tooltip: string } | null };

export type DownloadQueryVariables = Exact<{
  id: string | number;
}>;


export type DownloadQuery = { download: { id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null, waiting_text: { text: string, tooltip: string } | null } | null };

export type DownloadsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  bundleNames?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  downloaded_before?: string | null | undefined;
  downloaded_after?: string | null | undefined;
  sortBy?: SortColumn | null | undefined;
  sortDirection?: SortDirection | null | undefined;
  upload_id?: string | number | null | undefined;
  import_name?: string | null | undefined;
}>;


export type DownloadsQuery = { downloads: { nodes: Array<{ id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null, waiting_text: { text: string, tooltip: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FlowDownloadsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FlowDownloadsQuery = { flow_downloads: { nodes: Array<{ id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null, waiting_text: { text: string, tooltip: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SaveDownloadMutationVariables = Exact<{
  id: string | number;
  status: string;
}>;


export type SaveDownloadMutation = { save_download:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'Download', id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null, waiting_text: { text: string, tooltip: string } | null }
    | { __typename: 'NotFoundError', problem: string }
   };

export type SaveEventMutationVariables = Exact<{
  id: string | number;
  comment: string;
}>;


export type SaveEventMutation = { save_event:
    | { __typename: 'Event', id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }
    | { __typename: 'NotFoundError', problem: string }
   };

export type EventRowFragment = { id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null };

export type EventQueryVariables = Exact<{
  id: string | number;
}>;


export type EventQuery = { event: { id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null } | null };

export type EventsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  severities?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  created_before?: string | null | undefined;
  created_after?: string | null | undefined;
  withComments?: boolean | null | undefined;
  project?: Array<string> | string | null | undefined;
  downloadName?: Array<string> | string | null | undefined;
  uploadName?: Array<string> | string | null | undefined;
  around?: string | number | null | undefined;
}>;


export type EventsQuery = { events: { nodes: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FlowQueryVariables = Exact<{
  id: string | number;
}>;


export type FlowQuery = { flow: { id: string, status: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, processing: Array<{ id: string, started: string | null, finished: string | null, status: string }> } | null };

export type IncidentRowFragment = { id: string, transfer: string, code: string, subject_kind: string, subject: string, names: Array<string>, is_suspended: boolean, message: string | null, since: string, latest: string, next_try: string | null, account: { url_name: string, name: string }, failed: { count: number, has_more: boolean }, retrying: { count: number, has_more: boolean }, waiting: { count: number, has_more: boolean }, affected_uploads: Array<{ name: string, deadline: string | null, is_late: boolean }> };

export type IncidentsQueryVariables = Exact<{
  account?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type IncidentsQuery = { incidents: { nodes: Array<{ id: string, transfer: string, code: string, subject_kind: string, subject: string, names: Array<string>, is_suspended: boolean, message: string | null, since: string, latest: string, next_try: string | null, account: { url_name: string, name: string }, failed: { count: number, has_more: boolean }, retrying: { count: number, has_more: boolean }, waiting: { count: number, has_more: boolean }, affected_uploads: Array<{ name: string, deadline: string | null, is_late: boolean }> }>, pageInfo: { hasNextPage: boolean } } };

export type IncidentCausesQueryVariables = Exact<{
  account?: string | null | undefined;
}>;


export type IncidentCausesQuery = { incidents: { nodes: Array<{ id: string, transfer: string, code: string, subject: string, failed: { count: number, has_more: boolean }, retrying: { count: number, has_more: boolean } }>, pageInfo: { hasNextPage: boolean } } };

export type UnsuspendKeyMutationVariables = Exact<{
  name: string;
}>;


export type UnsuspendKeyMutation = { save_credential:
    | { __typename: 'InvalidCredential', problem: string }
    | { __typename: 'SaveCredentialOk' }
    | { __typename: 'ValidationErrors', problem: string }
   };

export type JournalDayFragment = { date: string | null, running: number, completed: number, failed: number, total_rows: number, min_rows: number | null, max_rows: number | null, dirty_rows: number };

export type BulkProgressFragment = { id: string, count: number, open: number, finished: string | null, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> };

export type BulkPreviewFragment = { is_limited: boolean, id: string, count: number, open: number, finished: string | null, skipped: Array<{ status: string, count: number, has_more: boolean }>, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> };

export type PreviewBulkDownloadsMutationVariables = Exact<{
  action: string;
  ids?: Array<string | number> | string | number | null | undefined;
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  bundleNames?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  downloaded_before?: string | null | undefined;
  downloaded_after?: string | null | undefined;
  import_name?: string | null | undefined;
}>;


export type PreviewBulkDownloadsMutation = { preview: { is_limited: boolean, id: string, count: number, open: number, finished: string | null, skipped: Array<{ status: string, count: number, has_more: boolean }>, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> } };

export type PreviewBulkUploadsMutationVariables = Exact<{
  action: string;
  ids?: Array<string | number> | string | number | null | undefined;
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  destination?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  uploaded_before?: string | null | undefined;
  uploaded_after?: string | null | undefined;
}>;


export type PreviewBulkUploadsMutation = { preview: { is_limited: boolean, id: string, count: number, open: number, finished: string | null, skipped: Array<{ status: string, count: number, has_more: boolean }>, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> } };

export type RunBulkChangeMutationVariables = Exact<{
  id: string | number;
  request_id: string;
}>;


export type RunBulkChangeMutation = { run_bulk_change:
    | { __typename: 'BulkChange', id: string, count: number, open: number, finished: string | null, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type MatchingDownloadsQueryVariables = Exact<{
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  bundleNames?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  downloaded_before?: string | null | undefined;
  downloaded_after?: string | null | undefined;
  import_name?: string | null | undefined;
}>;


export type MatchingDownloadsQuery = { matching: { count: number, has_more: boolean } };

export type MatchingUploadsQueryVariables = Exact<{
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  destination?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  uploaded_before?: string | null | undefined;
  uploaded_after?: string | null | undefined;
}>;


export type MatchingUploadsQuery = { matching: { count: number, has_more: boolean } };

export type ReportDateFragment = { short: string, long: string, long_utc: string, iso: string };

export type AmountsFragment = { rows: number | null, bytes: number | null, reports: number | null };

export type TransferProgressFragment = { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } };

export type TransferWaitingFragment = { reason: string, waits_for: string | null, next_check: string | null, action: string | null };

export type TransferEventsQueryVariables = Exact<{
  download_id?: string | number | null | undefined;
  upload_id?: string | number | null | undefined;
  first?: number | null | undefined;
}>;


export type TransferEventsQuery = { events: { nodes: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }> } };

export type UploadRowFragment = { id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null };

export type UploadQueryVariables = Exact<{
  id: string | number;
}>;


export type UploadQuery = { upload: { id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null } | null };

export type UploadsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  destination?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  uploaded_before?: string | null | undefined;
  uploaded_after?: string | null | undefined;
  sortBy?: SortColumn | null | undefined;
  sortDirection?: SortDirection | null | undefined;
  download_id?: string | number | null | undefined;
  flow_id?: string | number | null | undefined;
}>;


export type UploadsQuery = { uploads: { nodes: Array<{ id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SaveUploadMutationVariables = Exact<{
  id: string | number;
  status: string;
}>;


export type SaveUploadMutation = { save_upload:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'Upload', id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null }
   };

export type AffectedUploadsQueryVariables = Exact<{
  id: string | number;
}>;


export type AffectedUploadsQuery = { download: { id: string, affected_uploads: Array<{ name: string, project: string, destination: string, deadline: string | null, is_late: boolean }> } | null };

export type DownloadCountsQueryVariables = Exact<{
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  bundleNames?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  downloaded_before?: string | null | undefined;
  downloaded_after?: string | null | undefined;
  import_name?: string | null | undefined;
}>;


export type DownloadCountsQuery = { download_counts: { failed: { count: number, has_more: boolean }, dirty: { count: number, has_more: boolean }, running: { count: number, has_more: boolean }, late: { count: number, has_more: boolean } } };

export type EventCountsQueryVariables = Exact<{
  search?: string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  created_before?: string | null | undefined;
  created_after?: string | null | undefined;
  project?: Array<string> | string | null | undefined;
  downloadName?: Array<string> | string | null | undefined;
  uploadName?: Array<string> | string | null | undefined;
  around?: string | number | null | undefined;
}>;


export type EventCountsQuery = { event_counts: { errors: { count: number, has_more: boolean }, warnings: { count: number, has_more: boolean }, info: { count: number, has_more: boolean } } };

export type EventHistogramQueryVariables = Exact<{
  search?: string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  created_before?: string | null | undefined;
  created_after?: string | null | undefined;
  project?: Array<string> | string | null | undefined;
  downloadName?: Array<string> | string | null | undefined;
  uploadName?: Array<string> | string | null | undefined;
  around?: string | number | null | undefined;
}>;


export type EventHistogramQuery = { event_histogram: { bars: Array<{ start: string, end: string, errors: { count: number, has_more: boolean }, warnings: { count: number, has_more: boolean }, info: { count: number, has_more: boolean } }> } };

export type ExportStatusQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  lookback_days?: number | null | undefined;
  project?: string | null | undefined;
  name?: string | null | undefined;
  group_by?: ExportStatusGroupBy | null | undefined;
}>;


export type ExportStatusQuery = { export_status: { nodes: Array<{ id: string, name: string, project: string, status: string, journal: Array<{ date: string | null, running: number, completed: number, failed: number, total_rows: number, min_rows: number | null, max_rows: number | null, dirty_rows: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ExportNamesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ExportNamesQuery = { export_declarations: { nodes: Array<{ id: string, name: string, project: string }> } };

export type ImportStatusQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  lookback_days?: number | null | undefined;
  project?: string | null | undefined;
  name?: string | null | undefined;
  group_by?: ImportStatusGroupBy | null | undefined;
}>;


export type ImportStatusQuery = { import_status: { nodes: Array<{ id: string, name: string, project: string, status: string, journal: Array<{ date: string | null, running: number, completed: number, failed: number, total_rows: number, min_rows: number | null, max_rows: number | null, dirty_rows: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ImportNamesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ImportNamesQuery = { source_bundles: { nodes: Array<{ id: string, bundle_name: string, project: string }> } };

export type UploadCountsQueryVariables = Exact<{
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  destination?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  uploaded_before?: string | null | undefined;
  uploaded_after?: string | null | undefined;
}>;


export type UploadCountsQuery = { upload_counts: { failed: { count: number, has_more: boolean }, running: { count: number, has_more: boolean }, late: { count: number, has_more: boolean } } };

export type FailuresQueryVariables = Exact<{
  since: string;
}>;


export type FailuresQuery = { downloads: { nodes: Array<{ id: string }> }, uploads: { nodes: Array<{ id: string }> } };

export type ResetPasswordMutationVariables = Exact<{
  email: string;
}>;


export type ResetPasswordMutation = { resetAuth0Password:
    | { __typename: 'ConflictError' }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'PasswordResetQueued', email: string }
   };

export type FindByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type FindByIdQuery = { download: { id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null, waiting_text: { text: string, tooltip: string } | null } | null, upload: { id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null } | null };

export type FindTransfersQueryVariables = Exact<{
  search?: string | null | undefined;
  downloadStatus?: Array<string> | string | null | undefined;
  uploadStatus?: Array<string> | string | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type FindTransfersQuery = { downloads: { nodes: Array<{ id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null, waiting_text: { text: string, tooltip: string } | null }> }, uploads: { nodes: Array<{ id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null } | null }> } };

export const SavedViewFragmentDoc = gql<SavedViewFragment>`fragment SavedView on SavedView{id name query is_own owner{id name}}`;
export const ReportDateFragmentDoc = gql<ReportDateFragment>`fragment ReportDate on ReportDatetime{short long long_utc iso}`;
export const AmountsFragmentDoc = gql<AmountsFragment>`fragment Amounts on Progress{rows bytes reports}`;
export const TransferProgressFragmentDoc = gql<TransferProgressFragment>`fragment TransferProgress on DownloadProgress{completed{...Amounts}estimated{...Amounts}}${AmountsFragmentDoc}`;
export const TransferWaitingFragmentDoc = gql<TransferWaitingFragment>`fragment TransferWaiting on Waiting{reason waits_for next_check action}`;
export const DownloadRowFragmentDoc = gql<DownloadRowFragment>`fragment DownloadRow on Download{id name project status purpose created started finished description handle{url filename handle}report_datetime{...ReportDate}progress{...TransferProgress}parts{id name legacy_flow_source_id source_table{id name project}row_count dirty_row_count dirty_row_status new_dirty_row_count new_dirty_row_status bytes dirty_reasons{column reason dirty_row_count new_dirty_row_count}}row_count dirty_row_count dirty_row_status retry_count retry_limit next_try message uploads_hint waiting{...TransferWaiting}waiting_text{text tooltip}}${ReportDateFragmentDoc}${TransferProgressFragmentDoc}${TransferWaitingFragmentDoc}`;
export const EventRowFragmentDoc = gql<EventRowFragment>`fragment EventRow on Event{id created report_datetime{...ReportDate}severity code message project_name download{id}upload{id}flow{id}download_declaration upload_declaration will_retry retry_count retry_limit comment commented_on commented_by{id name}}${ReportDateFragmentDoc}`;
export const StateCountFragmentDoc = gql<StateCountFragment>`fragment StateCount on StateCount{count has_more}`;
export const IncidentRowFragmentDoc = gql<IncidentRowFragment>`fragment IncidentRow on Incident{id account{url_name name}transfer code subject_kind subject names is_suspended message since latest next_try failed{...StateCount}retrying{...StateCount}waiting{...StateCount}affected_uploads{name deadline is_late}}${StateCountFragmentDoc}`;
export const JournalDayFragmentDoc = gql<JournalDayFragment>`fragment JournalDay on StatusDay{date running completed failed total_rows min_rows max_rows dirty_rows}`;
export const BulkProgressFragmentDoc = gql<BulkProgressFragment>`fragment BulkProgress on BulkChange{id count open finished outcomes{outcome count}refusals{outcome message download{id name report_datetime{...ReportDate}}upload{id name report_datetime{...ReportDate}}}}${ReportDateFragmentDoc}`;
export const BulkPreviewFragmentDoc = gql<BulkPreviewFragment>`fragment BulkPreview on BulkChange{...BulkProgress is_limited skipped{status count has_more}}${BulkProgressFragmentDoc}`;
export const UploadRowFragmentDoc = gql<UploadRowFragment>`fragment UploadRow on Upload{id name project purpose status handle destination destination_type result_file late_since row_count created started finished report_datetime{...ReportDate}progress{...TransferProgress}retry_count retry_limit next_try message waiting{...TransferWaiting}}${ReportDateFragmentDoc}${TransferProgressFragmentDoc}${TransferWaitingFragmentDoc}`;
export const FilterOptionsDocument = gql<FilterOptionsQuery, FilterOptionsQueryVariables>`query FilterOptions{filter_options{projects download_names bundle_names upload_names destinations}}`;
export const ChangesDocument = gql<ChangesSubscription, ChangesSubscriptionVariables>`subscription Changes{changes{downloads{...DownloadRow}uploads{...UploadRow}events{...EventRow}overflow}}${DownloadRowFragmentDoc}${UploadRowFragmentDoc}${EventRowFragmentDoc}`;
export const MeDocument = gql<MeQuery, MeQueryVariables>`query Me{meV2{id email name userPreferences{prefersMiniNavbar mode drawerWidth}datagridPreferences}}`;
export const SavePreferenceDocument = gql<SavePreferenceMutation, SavePreferenceMutationVariables>`mutation SavePreference($name:String!$value:JSON!){savePreference(name:$name value:$value){name value}}`;
export const SavedViewsDocument = gql<SavedViewsQuery, SavedViewsQueryVariables>`query SavedViews($list:String!){saved_views(list:$list){nodes{...SavedView}}}${SavedViewFragmentDoc}`;
export const SaveViewDocument = gql<SaveViewMutation, SaveViewMutationVariables>`mutation SaveView($list:String!$name:String!$query:String!){save_view(list:$list name:$name query:$query){...SavedView ...on ConflictError{message}}}${SavedViewFragmentDoc}`;
export const RenameViewDocument = gql<RenameViewMutation, RenameViewMutationVariables>`mutation RenameView($id:ID!$name:String!){rename_view(id:$id name:$name){...SavedView ...on ConflictError{message}...on NotFoundError{message}}}${SavedViewFragmentDoc}`;
export const DeleteViewDocument = gql<DeleteViewMutation, DeleteViewMutationVariables>`mutation DeleteView($id:ID!){delete_view(id:$id){...SavedView ...on NotFoundError{message}}}${SavedViewFragmentDoc}`;
export const DownloadDocument = gql<DownloadQuery, DownloadQueryVariables>`query Download($id:ID!){download(id:$id){...DownloadRow}}${DownloadRowFragmentDoc}`;
export const DownloadsDocument = gql<DownloadsQuery, DownloadsQueryVariables>`query Downloads($first:Int$after:String$projects:[String!]$names:[String!]$bundleNames:[String!]$purpose:[String!]$search:String$status:[String!]$failure_codes:[String!]$report_datetime_before:String$report_datetime_after:String$downloaded_before:String$downloaded_after:String$sortBy:SortColumn$sortDirection:SortDirection$upload_id:ID$import_name:String){downloads(first:$first after:$after projects:$projects names:$names bundleNames:$bundleNames purpose:$purpose search:$search status:$status failure_codes:$failure_codes report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after downloaded_before:$downloaded_before downloaded_after:$downloaded_after sortBy:$sortBy sortDirection:$sortDirection upload_id:$upload_id import_name:$import_name){nodes{...DownloadRow}pageInfo{hasNextPage endCursor}}}${DownloadRowFragmentDoc}`;
export const FlowDownloadsDocument = gql<FlowDownloadsQuery, FlowDownloadsQueryVariables>`query FlowDownloads($id:ID!$first:Int$after:String){flow_downloads(id:$id first:$first after:$after){nodes{...DownloadRow}pageInfo{hasNextPage endCursor}}}${DownloadRowFragmentDoc}`;
export const SaveDownloadDocument = gql<SaveDownloadMutation, SaveDownloadMutationVariables>`mutation SaveDownload($id:ID!$status:String!){save_download(id:$id status:$status){__typename ...on Download{...DownloadRow}...on NotFoundError{problem:message}...on ConflictError{problem:message}}}${DownloadRowFragmentDoc}`;
export const SaveEventDocument = gql<SaveEventMutation, SaveEventMutationVariables>`mutation SaveEvent($id:ID!$comment:String!){save_event(id:$id comment:$comment){__typename ...on Event{...EventRow}...on NotFoundError{problem:message}}}${EventRowFragmentDoc}`;
export const EventDocument = gql<EventQuery, EventQueryVariables>`query Event($id:ID!){event(id:$id){...EventRow}}${EventRowFragmentDoc}`;
export const EventsDocument = gql<EventsQuery, EventsQueryVariables>`query Events($first:Int$after:String$severities:[String!]$search:String$report_datetime_before:String$report_datetime_after:String$created_before:String$created_after:String$withComments:Boolean$project:[String!]$downloadName:[String!]$uploadName:[String!]$around:ID){events(first:$first after:$after severities:$severities search:$search report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after created_before:$created_before created_after:$created_after withComments:$withComments project:$project downloadName:$downloadName uploadName:$uploadName around:$around){nodes{...EventRow}pageInfo{hasNextPage endCursor}}}${EventRowFragmentDoc}`;
export const FlowDocument = gql<FlowQuery, FlowQueryVariables>`query Flow($id:ID!){flow(id:$id){id status report_datetime{...ReportDate}processing{id started finished status}}}${ReportDateFragmentDoc}`;
export const IncidentsDocument = gql<IncidentsQuery, IncidentsQueryVariables>`query Incidents($account:String$first:Int){incidents(account:$account first:$first){nodes{...IncidentRow}pageInfo{hasNextPage}}}${IncidentRowFragmentDoc}`;
export const IncidentCausesDocument = gql<IncidentCausesQuery, IncidentCausesQueryVariables>`query IncidentCauses($account:String){incidents(account:$account first:20){nodes{id transfer code subject failed{...StateCount}retrying{...StateCount}}pageInfo{hasNextPage}}}${StateCountFragmentDoc}`;
export const UnsuspendKeyDocument = gql<UnsuspendKeyMutation, UnsuspendKeyMutationVariables>`mutation UnsuspendKey($name:String!){save_credential(name:$name status:"active"){__typename ...on InvalidCredential{problem:message}...on ValidationErrors{problem:message}}}`;
export const PreviewBulkDownloadsDocument = gql<PreviewBulkDownloadsMutation, PreviewBulkDownloadsMutationVariables>`mutation PreviewBulkDownloads($action:String!$ids:[ID!]$projects:[String!]$names:[String!]$bundleNames:[String!]$purpose:[String!]$search:String$status:[String!]$failure_codes:[String!]$report_datetime_before:String$report_datetime_after:String$downloaded_before:String$downloaded_after:String$import_name:String){preview:preview_bulk_downloads(action:$action ids:$ids projects:$projects names:$names bundleNames:$bundleNames purpose:$purpose search:$search status:$status failure_codes:$failure_codes report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after downloaded_before:$downloaded_before downloaded_after:$downloaded_after import_name:$import_name){...BulkPreview}}${BulkPreviewFragmentDoc}`;
export const PreviewBulkUploadsDocument = gql<PreviewBulkUploadsMutation, PreviewBulkUploadsMutationVariables>`mutation PreviewBulkUploads($action:String!$ids:[ID!]$projects:[String!]$names:[String!]$purpose:[String!]$search:String$status:[String!]$failure_codes:[String!]$destination:[String!]$report_datetime_before:String$report_datetime_after:String$uploaded_before:String$uploaded_after:String){preview:preview_bulk_uploads(action:$action ids:$ids projects:$projects names:$names purpose:$purpose search:$search status:$status failure_codes:$failure_codes destination:$destination report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after uploaded_before:$uploaded_before uploaded_after:$uploaded_after){...BulkPreview}}${BulkPreviewFragmentDoc}`;
export const RunBulkChangeDocument = gql<RunBulkChangeMutation, RunBulkChangeMutationVariables>`mutation RunBulkChange($id:ID!$request_id:String!){run_bulk_change(id:$id request_id:$request_id){__typename ...on BulkChange{...BulkProgress}...on NotFoundError{problem:message}...on ConflictError{problem:message}}}${BulkProgressFragmentDoc}`;
export const MatchingDownloadsDocument = gql<MatchingDownloadsQuery, MatchingDownloadsQueryVariables>`query MatchingDownloads($projects:[String!]$names:[String!]$bundleNames:[String!]$purpose:[String!]$search:String$status:[String!]$failure_codes:[String!]$report_datetime_before:String$report_datetime_after:String$downloaded_before:String$downloaded_after:String$import_name:String){matching:matching_downloads(projects:$projects names:$names bundleNames:$bundleNames purpose:$purpose search:$search status:$status failure_codes:$failure_codes report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after downloaded_before:$downloaded_before downloaded_after:$downloaded_after import_name:$import_name){...StateCount}}${StateCountFragmentDoc}`;
export const MatchingUploadsDocument = gql<MatchingUploadsQuery, MatchingUploadsQueryVariables>`query MatchingUploads($projects:[String!]$names:[String!]$purpose:[String!]$search:String$status:[String!]$failure_codes:[String!]$destination:[String!]$report_datetime_before:String$report_datetime_after:String$uploaded_before:String$uploaded_after:String){matching:matching_uploads(projects:$projects names:$names purpose:$purpose search:$search status:$status failure_codes:$failure_codes destination:$destination report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after uploaded_before:$uploaded_before uploaded_after:$uploaded_after){...StateCount}}${StateCountFragmentDoc}`;
export const TransferEventsDocument = gql<TransferEventsQuery, TransferEventsQueryVariables>`query TransferEvents($download_id:ID$upload_id:ID$first:Int){events(first:$first download_id:$download_id upload_id:$upload_id){nodes{...EventRow}}}${EventRowFragmentDoc}`;
export const UploadDocument = gql<UploadQuery, UploadQueryVariables>`query Upload($id:ID!){upload(id:$id){...UploadRow}}${UploadRowFragmentDoc}`;
export const UploadsDocument = gql<UploadsQuery, UploadsQueryVariables>`query Uploads($first:Int$after:String$projects:[String!]$names:[String!]$purpose:[String!]$search:String$status:[String!]$failure_codes:[String!]$destination:[String!]$report_datetime_before:String$report_datetime_after:String$uploaded_before:String$uploaded_after:String$sortBy:SortColumn$sortDirection:SortDirection$download_id:ID$flow_id:ID){uploads(first:$first after:$after projects:$projects names:$names purpose:$purpose search:$search status:$status failure_codes:$failure_codes destination:$destination report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after uploaded_before:$uploaded_before uploaded_after:$uploaded_after sortBy:$sortBy sortDirection:$sortDirection download_id:$download_id flow_id:$flow_id){nodes{...UploadRow}pageInfo{hasNextPage endCursor}}}${UploadRowFragmentDoc}`;
export const SaveUploadDocument = gql<SaveUploadMutation, SaveUploadMutationVariables>`mutation SaveUpload($id:ID!$status:String!){save_upload(id:$id status:$status){__typename ...on Upload{...UploadRow}...on NotFoundError{problem:message}...on ConflictError{problem:message}}}${UploadRowFragmentDoc}`;
export const AffectedUploadsDocument = gql<AffectedUploadsQuery, AffectedUploadsQueryVariables>`query AffectedUploads($id:ID!){download(id:$id){id affected_uploads{name project destination deadline is_late}}}`;
export const DownloadCountsDocument = gql<DownloadCountsQuery, DownloadCountsQueryVariables>`query DownloadCounts($projects:[String!]$names:[String!]$bundleNames:[String!]$purpose:[String!]$search:String$failure_codes:[String!]$report_datetime_before:String$report_datetime_after:String$downloaded_before:String$downloaded_after:String$import_name:String){download_counts(projects:$projects names:$names bundleNames:$bundleNames purpose:$purpose search:$search failure_codes:$failure_codes report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after downloaded_before:$downloaded_before downloaded_after:$downloaded_after import_name:$import_name){failed{...StateCount}dirty{...StateCount}running{...StateCount}late{...StateCount}}}${StateCountFragmentDoc}`;
export const EventCountsDocument = gql<EventCountsQuery, EventCountsQueryVariables>`query EventCounts($search:String$report_datetime_before:String$report_datetime_after:String$created_before:String$created_after:String$project:[String!]$downloadName:[String!]$uploadName:[String!]$around:ID){event_counts(search:$search report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after created_before:$created_before created_after:$created_after project:$project downloadName:$downloadName uploadName:$uploadName around:$around){errors{...StateCount}warnings{...StateCount}info{...StateCount}}}${StateCountFragmentDoc}`;
export const EventHistogramDocument = gql<EventHistogramQuery, EventHistogramQueryVariables>`query EventHistogram($search:String$report_datetime_before:String$report_datetime_after:String$created_before:String$created_after:String$project:[String!]$downloadName:[String!]$uploadName:[String!]$around:ID){event_histogram(search:$search report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after created_before:$created_before created_after:$created_after project:$project downloadName:$downloadName uploadName:$uploadName around:$around){bars{start end errors{...StateCount}warnings{...StateCount}info{...StateCount}}}}${StateCountFragmentDoc}`;
export const ExportStatusDocument = gql<ExportStatusQuery, ExportStatusQueryVariables>`query ExportStatus($first:Int$after:String$lookback_days:Int$project:String$name:String$group_by:ExportStatusGroupBy){export_status(first:$first after:$after lookback_days:$lookback_days project:$project name:$name group_by:$group_by){nodes{id name project status journal{...JournalDay}}pageInfo{hasNextPage endCursor}}}${JournalDayFragmentDoc}`;
export const ExportNamesDocument = gql<ExportNamesQuery, ExportNamesQueryVariables>`query ExportNames($first:Int){export_declarations(first:$first){nodes{id name project}}}`;
export const ImportStatusDocument = gql<ImportStatusQuery, ImportStatusQueryVariables>`query ImportStatus($first:Int$after:String$lookback_days:Int$project:String$name:String$group_by:ImportStatusGroupBy){import_status(first:$first after:$after lookback_days:$lookback_days project:$project name:$name group_by:$group_by){nodes{id name project status journal{...JournalDay}}pageInfo{hasNextPage endCursor}}}${JournalDayFragmentDoc}`;
export const ImportNamesDocument = gql<ImportNamesQuery, ImportNamesQueryVariables>`query ImportNames($first:Int){source_bundles(first:$first){nodes{id bundle_name project}}}`;
export const UploadCountsDocument = gql<UploadCountsQuery, UploadCountsQueryVariables>`query UploadCounts($projects:[String!]$names:[String!]$purpose:[String!]$search:String$failure_codes:[String!]$destination:[String!]$report_datetime_before:String$report_datetime_after:String$uploaded_before:String$uploaded_after:String){upload_counts(projects:$projects names:$names purpose:$purpose search:$search failure_codes:$failure_codes destination:$destination report_datetime_before:$report_datetime_before report_datetime_after:$report_datetime_after uploaded_before:$uploaded_before uploaded_after:$uploaded_after){failed{...StateCount}running{...StateCount}late{...StateCount}}}${StateCountFragmentDoc}`;
export const FailuresDocument = gql<FailuresQuery, FailuresQueryVariables>`query Failures($since:String!){downloads(first:1 status:["failed"]downloaded_after:$since){nodes{id}}uploads(first:1 status:["failed"]uploaded_after:$since){nodes{id}}}`;
export const ResetPasswordDocument = gql<ResetPasswordMutation, ResetPasswordMutationVariables>`mutation ResetPassword($email:String!){resetAuth0Password(email:$email){__typename ...on PasswordResetQueued{email}...on NotFoundError{message}}}`;
export const FindByIdDocument = gql<FindByIdQuery, FindByIdQueryVariables>`query FindById($id:ID!){download(id:$id){...DownloadRow}upload(id:$id){...UploadRow}}${DownloadRowFragmentDoc}${UploadRowFragmentDoc}`;
export const FindTransfersDocument = gql<FindTransfersQuery, FindTransfersQueryVariables>`query FindTransfers($search:String$downloadStatus:[String!]$uploadStatus:[String!]$after:String$before:String){downloads(first:5 search:$search status:$downloadStatus report_datetime_after:$after report_datetime_before:$before){nodes{...DownloadRow}}uploads(first:5 search:$search status:$uploadStatus report_datetime_after:$after report_datetime_before:$before){nodes{...UploadRow}}}${DownloadRowFragmentDoc}${UploadRowFragmentDoc}`;