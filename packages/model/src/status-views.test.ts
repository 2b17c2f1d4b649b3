import { describe, expect, it } from 'vitest';
import { severityView } from './events.ts';
import {
  DOWNLOAD_ABORTABLE,
  DOWNLOAD_FINAL,
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_STATUSES,
  DOWNLOAD_UNFINISHED,
  dirtyRowStatus,
  FLOW_FINAL,
  FLOW_STATUS_VIEWS,
  FLOW_STATUSES,
  PURPOSE_LABELS,
  PURPOSES,
  UPLOAD_ABORTABLE,
  UPLOAD_FINAL,
  UPLOAD_STATUS_VIEWS,
  UPLOAD_STATUSES,
  UPLOAD_UNFINISHED,
} from './status.ts';

/** The statuses as the specification has them: how each is shown and drawn, and what it counts as. */
const DOWNLOADS = [
  ['queued', 'Queued', 'working', 'unfinished, abortable'],
  ['requested', 'Waiting on Source', 'working', 'unfinished, abortable'],
  ['downloading', 'Downloading', 'working', 'unfinished, abortable'],
  ['unpacking', 'Unpacking', 'working', 'unfinished, abortable'],
  ['retrying', 'Retrying', 'warning', 'unfinished, abortable'],
  ['completed', 'Completed', 'completed', 'over'],
  ['STOPPED', 'Completed', 'completed', 'over'],
  ['cancelled', 'Cancelled', 'inactive', 'over'],
  ['abandoned', 'Abandoned', 'inactive', 'over'],
  ['failed', 'Failed', 'error', 'abortable, over'],
  ['skipped', 'Skipped', 'skipped', 'over'],
] as const;
const UPLOADS = [
  ['preparing', 'Waiting on processing', 'inactive', 'unfinished, abortable'],
  ['queued', 'Queued', 'working', 'unfinished, abortable'],
  ['uploading', 'Uploading', 'working', 'unfinished, abortable'],
  ['loading', 'Waiting on upload repo', 'working', 'unfinished, abortable'],
  ['retrying', 'Retrying', 'warning', 'unfinished, abortable'],
  ['completed', 'Completed', 'completed', 'over'],
  ['failed', 'Failed', 'error', 'abortable, over'],
  ['cancelled', 'Cancelled', 'inactive', 'over'],
  ['abandoned', 'Abandoned', 'inactive', 'over'],
] as const;
const FLOWS = [
  ['PENDING', 'Queued', 'inactive', ''],
  ['SOURCING', 'Downloading', 'inactive', ''],
  ['STARTED', 'Processing', 'working', ''],
  ['PROCESSING', 'Processing', 'working', ''],
  ['RETRIED', 'Retrying', 'warning', ''],
  ['WARNING', 'Warning', 'warning', ''],
  ['SINKING', 'Uploading', 'completed', ''],
  ['STOPPED', 'Completed', 'completed', 'over'],
  ['SKIPPED', 'Skipped', 'skipped', 'over'],
  ['ERROR', 'Error', 'error', 'over'],
  ['FATAL', 'Error', 'error', 'over'],
  ['ABANDONED', 'Error', 'error', 'over'],
] as const;

type Groups = Readonly<Record<string, readonly string[]>>;
const countsAs = (groups: Groups, status: string): string =>
  Object.keys(groups)
    .filter((name) => groups[name]?.includes(status))
    .join(', ');

describe('a download', () => {
  it.each(DOWNLOADS)(
    'that is %s is shown as %s, drawn as %s, and counts as: %s',
    { tags: 'proof:download-status-view' },
    (status, label, tone, counts) => {
      expect(DOWNLOAD_STATUS_VIEWS[status]).toEqual({ label, tone });
      const groups = { unfinished: DOWNLOAD_UNFINISHED, abortable: DOWNLOAD_ABORTABLE, over: DOWNLOAD_FINAL };
      expect(countsAs(groups, status)).toBe(counts);
    },
  );
});

describe('an upload', () => {
  it.each(UPLOADS)(
    'that is %s is shown as %s, drawn as %s, and counts as: %s',
    { tags: 'proof:upload-status-view' },
    (status, label, tone, counts) => {
      expect(UPLOAD_STATUS_VIEWS[status]).toEqual({ label, tone });
      const groups = { unfinished: UPLOAD_UNFINISHED, abortable: UPLOAD_ABORTABLE, over: UPLOAD_FINAL };
      expect(countsAs(groups, status)).toBe(counts);
    },
  );
});

describe('a flow', () => {
  it.each(FLOWS)(
    'that is %s is shown as %s, drawn as %s, and counts as: %s',
    { tags: 'proof:flow-status-view' },
    (status, label, tone, counts) => {
      expect(FLOW_STATUS_VIEWS[status]).toEqual({ label, tone });
      expect(countsAs({ over: FLOW_FINAL }, status)).toBe(counts);
    },
  );
});

it('no status is left out', () => {
  expect(DOWNLOADS.map(([status]) => status).sort()).toEqual([...DOWNLOAD_STATUSES].sort());
  expect(UPLOADS.map(([status]) => status).sort()).toEqual([...UPLOAD_STATUSES].sort());
  expect(FLOWS.map(([status]) => status).sort()).toEqual([...FLOW_STATUSES].sort());
});

describe('an event', () => {
  it.each([
    ['fatal', 'error'],
    ['error', 'error'],
    ['warn', 'warning'],
    ['warning', 'warning'],
    ['warn2', 'warning'],
    ['info', 'info'],
    ['debug', 'info'],
  ])('of severity %s is shown as %s', { tags: 'proof:event-severity-view' }, (severity, shown) => {
    expect(severityView(severity)).toBe(shown);
  });
});

describe('a purpose', () => {
  it.each([
    ['production', 'Published'],
    ['backfill', 'Backfill'],
    ['proof', 'Test'],
  ] as const)('%s is shown as %s', { tags: 'proof:purpose-label' }, (purpose, label) => {
    expect(PURPOSES).toContain(purpose);
    expect(PURPOSE_LABELS[purpose]).toBe(label);
  });
});

describe('dirty rows', () => {
  it.each([
    [0, 0, 'none'],
    [10, 0, 'none'],
    [10, 1, 'some'],
    [10, 9, 'some'],
    [10, 10, 'all'],
  ])('of %i rows %i dirty are %s', { tags: 'proof:dirty-row-status' }, (rows, dirty, status) => {
    expect(dirtyRowStatus(rows, dirty)).toBe(status);
  });
});
