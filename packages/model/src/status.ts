/** Statuses of downloads, uploads and flows, what they look like, and which may follow which. */

export const DOWNLOAD_STATUSES = [
  'queued',
  'requested',
  'downloading',
  'unpacking',
  'retrying',
  'completed',
  'STOPPED',
  'cancelled',
  'abandoned',
  'failed',
  'skipped',
] as const;
export type DownloadStatus = (typeof DOWNLOAD_STATUSES)[number];

export const UPLOAD_STATUSES = [
  'preparing',
  'queued',
  'uploading',
  'loading',
  'retrying',
  'completed',
  'failed',
  'cancelled',
  'abandoned',
] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

export const FLOW_STATUSES = [
  'PENDING',
  'SOURCING',
  'STARTED',
  'PROCESSING',
  'RETRIED',
  'SINKING',
  'STOPPED',
  'SKIPPED',
  'WARNING',
  'ERROR',
  'FATAL',
  'ABANDONED',
] as const;
export type FlowStatus = (typeof FLOW_STATUSES)[number];

/** How a status is drawn: one icon, one colour, always with its word. */
export type StatusTone = 'working' | 'completed' | 'warning' | 'error' | 'inactive' | 'skipped';

export type StatusView = { readonly label: string; readonly tone: StatusTone };

export const DOWNLOAD_STATUS_VIEWS: Readonly<Record<DownloadStatus, StatusView>> = {
  queued: { label: 'Queued', tone: 'working' },
  requested: { label: 'Waiting on Source', tone: 'working' },
  downloading: { label: 'Downloading', tone: 'working' },
  unpacking: { label: 'Unpacking', tone: 'working' },
  retrying: { label: 'Retrying', tone: 'warning' },
  completed: { label: 'Completed', tone: 'completed' },
  STOPPED: { label: 'Completed', tone: 'completed' },
  cancelled: { label: 'Cancelled', tone: 'inactive' },
  abandoned: { label: 'Abandoned', tone: 'inactive' },
  failed: { label: 'Failed', tone: 'error' },
  skipped: { label: 'Skipped', tone: 'skipped' },
};

export const UPLOAD_STATUS_VIEWS: Readonly<Record<UploadStatus, StatusView>> = {
  preparing: { label: 'Waiting on processing', tone: 'inactive' },
  queued: { label: 'Queued', tone: 'working' },
  uploading: { label: 'Uploading', tone: 'working' },
  loading: { label: 'Waiting on upload repo', tone: 'working' },
  retrying: { label: 'Retrying', tone: 'warning' },
  completed: { label: 'Completed', tone: 'completed' },
  failed: { label: 'Failed', tone: 'error' },
  cancelled: { label: 'Cancelled', tone: 'inactive' },
  abandoned: { label: 'Abandoned', tone: 'inactive' },
};

export const FLOW_STATUS_VIEWS: Readonly<Record<FlowStatus, StatusView>> = {
  PENDING: { label: 'Queued', tone: 'inactive' },
  SOURCING: { label: 'Downloading', tone: 'inactive' },
  STARTED: { label: 'Processing', tone: 'working' },
  PROCESSING: { label: 'Processing', tone: 'working' },
  RETRIED: { label: 'Retrying', tone: 'warning' },
  WARNING: { label: 'Warning', tone: 'warning' },
  SINKING: { label: 'Uploading', tone: 'completed' },
  STOPPED: { label: 'Completed', tone: 'completed' },
  SKIPPED: { label: 'Skipped', tone: 'skipped' },
  ERROR: { label: 'Error', tone: 'error' },
  FATAL: { label: 'Error', tone: 'error' },
  ABANDONED: { label: 'Error', tone: 'error' },
};

type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

const DOWNLOAD_RUNNING = [
  'requested',
  'downloading',
  'unpacking',
  'retrying',
  'failed',
  'cancelled',
  'abandoned',
] as const;

/** Legal next statuses. A status that maps to an empty list is final. */
export const DOWNLOAD_TRANSITIONS: Transitions<DownloadStatus> = {
  queued: DOWNLOAD_RUNNING,
  requested: [...DOWNLOAD_RUNNING, 'completed', 'skipped'],
  downloading: [...DOWNLOAD_RUNNING, 'completed', 'skipped'],
  unpacking: [...DOWNLOAD_RUNNING, 'completed', 'skipped'],
  retrying: [...DOWNLOAD_RUNNING, 'queued'],
  failed: ['queued', 'abandoned'],
  // Only a download whose rows were all dirty starts again.
  completed: ['queued'],
  STOPPED: [],
  cancelled: [],
  abandoned: [],
  skipped: [],
};

const UPLOAD_RUNNING = ['uploading', 'loading', 'retrying', 'failed', 'cancelled', 'abandoned'] as const;

export const UPLOAD_TRANSITIONS: Transitions<UploadStatus> = {
  preparing: ['queued', 'failed', 'cancelled', 'abandoned'],
  queued: UPLOAD_RUNNING,
  uploading: [...UPLOAD_RUNNING, 'completed'],
  loading: [...UPLOAD_RUNNING, 'completed'],
  retrying: [...UPLOAD_RUNNING, 'queued'],
  failed: ['preparing', 'queued', 'abandoned'],
  completed: [],
  cancelled: [],
  abandoned: [],
};

export const FLOW_TRANSITIONS: Transitions<FlowStatus> = {
  PENDING: ['STARTED', 'PROCESSING', 'RETRIED', 'FATAL', 'ABANDONED'],
  SOURCING: ['PENDING', 'FATAL', 'ABANDONED'],
  STARTED: ['PROCESSING', 'RETRIED', 'SINKING', 'STOPPED', 'FATAL', 'ABANDONED'],
  PROCESSING: ['PROCESSING', 'RETRIED', 'SINKING', 'STOPPED', 'FATAL', 'ABANDONED'],
  RETRIED: ['PROCESSING', 'RETRIED', 'FATAL', 'ABANDONED'],
  SINKING: ['STOPPED', 'ERROR', 'ABANDONED'],
  WARNING: ['STOPPED'],
  STOPPED: [],
  SKIPPED: [],
  ERROR: ['SINKING', 'STOPPED', 'ABANDONED'],
  // A flow that failed because a download did waits again once that is retried.
  FATAL: ['PENDING', 'SOURCING', 'ABANDONED'],
  ABANDONED: [],
};

/** Statuses from which nothing more happens by itself. */
export const DOWNLOAD_FINAL: readonly DownloadStatus[] = [
  'completed',
  'STOPPED',
  'cancelled',
  'abandoned',
  'failed',
  'skipped',
];
export const UPLOAD_FINAL: readonly UploadStatus[] = ['completed', 'failed', 'cancelled', 'abandoned'];
export const FLOW_FINAL: readonly FlowStatus[] = ['STOPPED', 'SKIPPED', 'ERROR', 'FATAL', 'ABANDONED'];

/** Statuses counted as unfinished by the list filters, most recent work first. */
export const DOWNLOAD_UNFINISHED: readonly DownloadStatus[] = [
  'queued',
  'requested',
  'downloading',
  'unpacking',
  'retrying',
];
export const UPLOAD_UNFINISHED: readonly UploadStatus[] = ['preparing', 'queued', 'uploading', 'loading', 'retrying'];

/** Statuses that still can be abandoned by a person who may manage pipelines. */
export const DOWNLOAD_ABORTABLE: readonly DownloadStatus[] = [...DOWNLOAD_UNFINISHED, 'failed'];
export const UPLOAD_ABORTABLE: readonly UploadStatus[] = [...UPLOAD_UNFINISHED, 'failed'];

export const PURPOSES = ['production', 'backfill', 'proof'] as const;
export type Purpose = (typeof PURPOSES)[number];
export const PURPOSE_LABELS: Readonly<Record<Purpose, string>> = {
  production: 'Published',
  backfill: 'Backfill',
  proof: 'Test',
};

export const DIRTY_ROW_STATUSES = ['none', 'some', 'all'] as const;
export type DirtyRowStatus = (typeof DIRTY_ROW_STATUSES)[number];

/** none: no row is dirty; all: none is good; some: both. */
export function dirtyRowStatus(rows: number, dirty: number): DirtyRowStatus {
  if (dirty === 0) return 'none';
  return dirty >= rows ? 'all' : 'some';
}

/** A completed download shows a warning when some of its rows are dirty, an error when all are. */
export function downloadTone(status: DownloadStatus, dirty: DirtyRowStatus): StatusTone {
  if (status !== 'completed' && status !== 'STOPPED') return DOWNLOAD_STATUS_VIEWS[status].tone;
  return dirty === 'all' ? 'error' : dirty === 'some' ? 'warning' : 'completed';
}

/** Whether flows can read a download: it is completed and not all of its rows are dirty. */
export function hasGoodRows(status: DownloadStatus, dirty: DirtyRowStatus): boolean {
  return (status === 'completed' || status === 'STOPPED') && dirty !== 'all';
}

/** The statuses from which a status may be entered. */
export function statusesBefore<S extends string>(transitions: Transitions<S>, next: S): S[] {
  return (Object.keys(transitions) as S[]).filter((status) => transitions[status].includes(next));
}
