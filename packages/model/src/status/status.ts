/** Statuses of downloads, uploads and flows, what they look like, and which may follow which. */

/** Icon and colour of a status, always shown with its word. */
export type StatusTone = 'working' | 'completed' | 'warning' | 'error' | 'inactive' | 'skipped';

export type StatusView = { readonly label: string; readonly tone: StatusTone };

type StatusRow<S extends string> = StatusView & {
  /** The statuses that may follow. */
  readonly next: readonly S[];
  /** Set for statuses that change only when a person acts. */
  readonly isFinal?: true;
};
type StatusRows<S extends string> = Readonly<Record<S, StatusRow<S>>>;

/** The statuses of a kind of work, in the order of a run. What may follow must be one of them. */
const statusRows = <S extends string>(rows: Readonly<Record<S, StatusRow<NoInfer<S>>>>): StatusRows<S> => rows;

const DOWNLOAD_RUNNING = [
  'requested',
  'downloading',
  'unpacking',
  'retrying',
  'failed',
  'cancelled',
  'abandoned',
] as const;

const DOWNLOADS = statusRows({
  queued: { label: 'Queued', tone: 'working', next: DOWNLOAD_RUNNING },
  requested: { label: 'Waiting on Source', tone: 'working', next: [...DOWNLOAD_RUNNING, 'completed', 'skipped'] },
  downloading: { label: 'Downloading', tone: 'working', next: [...DOWNLOAD_RUNNING, 'completed', 'skipped'] },
  unpacking: { label: 'Unpacking', tone: 'working', next: [...DOWNLOAD_RUNNING, 'completed', 'skipped'] },
  retrying: { label: 'Retrying', tone: 'warning', next: [...DOWNLOAD_RUNNING, 'queued'] },
  // Only a download whose rows were all dirty starts again.
  completed: { label: 'Completed', tone: 'completed', next: ['queued'], isFinal: true },
  STOPPED: { label: 'Completed', tone: 'completed', next: [], isFinal: true },
  cancelled: { label: 'Cancelled', tone: 'inactive', next: [], isFinal: true },
  abandoned: { label: 'Abandoned', tone: 'inactive', next: [], isFinal: true },
  failed: { label: 'Failed', tone: 'error', next: ['queued', 'abandoned'], isFinal: true },
  skipped: { label: 'Skipped', tone: 'skipped', next: [], isFinal: true },
});
export type DownloadStatus = keyof typeof DOWNLOADS;
export const DOWNLOAD_STATUSES = Object.keys(DOWNLOADS) as readonly DownloadStatus[];

const UPLOAD_RUNNING = ['uploading', 'loading', 'retrying', 'failed', 'cancelled', 'abandoned'] as const;

const UPLOADS = statusRows({
  preparing: { label: 'Waiting on processing', tone: 'inactive', next: ['queued', 'failed', 'cancelled', 'abandoned'] },
  queued: { label: 'Queued', tone: 'working', next: UPLOAD_RUNNING },
  uploading: { label: 'Uploading', tone: 'working', next: [...UPLOAD_RUNNING, 'completed'] },
  loading: { label: 'Waiting on upload repo', tone: 'working', next: [...UPLOAD_RUNNING, 'completed'] },
  retrying: { label: 'Retrying', tone: 'warning', next: [...UPLOAD_RUNNING, 'queued'] },
  completed: { label: 'Completed', tone: 'completed', next: [], isFinal: true },
  failed: { label: 'Failed', tone: 'error', next: ['preparing', 'queued', 'abandoned'], isFinal: true },
  cancelled: { label: 'Cancelled', tone: 'inactive', next: [], isFinal: true },
  abandoned: { label: 'Abandoned', tone: 'inactive', next: [], isFinal: true },
});
export type UploadStatus = keyof typeof UPLOADS;
export const UPLOAD_STATUSES = Object.keys(UPLOADS) as readonly UploadStatus[];

const FLOWS = statusRows({
  PENDING: { label: 'Queued', tone: 'inactive', next: ['STARTED', 'PROCESSING', 'RETRIED', 'FATAL', 'ABANDONED'] },
  SOURCING: { label: 'Downloading', tone: 'inactive', next: ['PENDING', 'FATAL', 'ABANDONED'] },
  STARTED: {
    label: 'Processing',
    tone: 'working',
    next: ['PROCESSING', 'RETRIED', 'SINKING', 'STOPPED', 'FATAL', 'ABANDONED'],
  },
  PROCESSING: {
    label: 'Processing',
    tone: 'working',
    next: ['PROCESSING', 'RETRIED', 'SINKING', 'STOPPED', 'FATAL', 'ABANDONED'],
  },
  RETRIED: { label: 'Retrying', tone: 'warning', next: ['PROCESSING', 'RETRIED', 'FATAL', 'ABANDONED'] },
  SINKING: { label: 'Uploading', tone: 'completed', next: ['STOPPED', 'ERROR', 'ABANDONED'] },
  STOPPED: { label: 'Completed', tone: 'completed', next: [], isFinal: true },
  SKIPPED: { label: 'Skipped', tone: 'skipped', next: [], isFinal: true },
  WARNING: { label: 'Warning', tone: 'warning', next: ['STOPPED'] },
  // A flow of which an assertion stopped some uploads is processed for them again once a person retries it.
  ERROR: { label: 'Error', tone: 'error', next: ['PENDING', 'SINKING', 'STOPPED', 'ABANDONED'], isFinal: true },
  // A flow that failed because a download did waits again once that is retried.
  FATAL: { label: 'Error', tone: 'error', next: ['PENDING', 'SOURCING', 'ABANDONED'], isFinal: true },
  ABANDONED: { label: 'Error', tone: 'error', next: [], isFinal: true },
});
export type FlowStatus = keyof typeof FLOWS;
export const FLOW_STATUSES = Object.keys(FLOWS) as readonly FlowStatus[];

type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

function mapRows<S extends string, Value>(rows: StatusRows<S>, read: (row: StatusRow<S>) => Value): Record<S, Value> {
  const entries = Object.entries<StatusRow<S>>(rows).map(([status, row]) => [status, read(row)]);
  return Object.fromEntries(entries) as Record<S, Value>;
}

const viewsOf = <S extends string>(rows: StatusRows<S>): Readonly<Record<S, StatusView>> =>
  mapRows(rows, ({ label, tone }) => ({ label, tone }));
export const DOWNLOAD_STATUS_VIEWS = viewsOf(DOWNLOADS);
export const UPLOAD_STATUS_VIEWS = viewsOf(UPLOADS);
export const FLOW_STATUS_VIEWS = viewsOf(FLOWS);

/** Legal next statuses. */
const transitionsOf = <S extends string>(rows: StatusRows<S>): Transitions<S> => mapRows(rows, ({ next }) => next);
export const DOWNLOAD_TRANSITIONS = transitionsOf(DOWNLOADS);
export const UPLOAD_TRANSITIONS = transitionsOf(UPLOADS);
export const FLOW_TRANSITIONS = transitionsOf(FLOWS);

/** Statuses from which nothing more happens unless a person acts. */
export const DOWNLOAD_FINAL: readonly DownloadStatus[] = DOWNLOAD_STATUSES.filter(
  (status) => DOWNLOADS[status].isFinal,
);
export const UPLOAD_FINAL: readonly UploadStatus[] = UPLOAD_STATUSES.filter((status) => UPLOADS[status].isFinal);
export const FLOW_FINAL: readonly FlowStatus[] = FLOW_STATUSES.filter((status) => FLOWS[status].isFinal);

/** Statuses counted as unfinished by the list filters, in the order of a run. */
export const DOWNLOAD_UNFINISHED: readonly DownloadStatus[] = DOWNLOAD_STATUSES.filter(
  (status) => !DOWNLOADS[status].isFinal,
);
export const UPLOAD_UNFINISHED: readonly UploadStatus[] = UPLOAD_STATUSES.filter((status) => !UPLOADS[status].isFinal);

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
