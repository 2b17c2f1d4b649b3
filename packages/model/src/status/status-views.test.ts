import { describe, expect, it } from 'vitest';
import { severityView } from '../events.ts';
import {
  DOWNLOAD_ABORTABLE,
  DOWNLOAD_FINAL,
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_UNFINISHED,
  dirtyRowStatus,
  FLOW_FINAL,
  FLOW_STATUS_VIEWS,
  PURPOSE_LABELS,
  PURPOSES,
  type StatusView,
  UPLOAD_ABORTABLE,
  UPLOAD_FINAL,
  UPLOAD_STATUS_VIEWS,
  UPLOAD_UNFINISHED,
} from './status.ts';

/** The statuses as the specification has them: how each is shown and drawn, and what it counts as. */
const STATUSES = [
  ['download', 'queued', 'Queued', 'working', 'unfinished, abortable'],
  ['download', 'requested', 'Waiting on Source', 'working', 'unfinished, abortable'],
  ['download', 'downloading', 'Downloading', 'working', 'unfinished, abortable'],
  ['download', 'unpacking', 'Unpacking', 'working', 'unfinished, abortable'],
  ['download', 'retrying', 'Retrying', 'warning', 'unfinished, abortable'],
  ['download', 'completed', 'Completed', 'completed', 'over'],
  ['download', 'STOPPED', 'Completed', 'completed', 'over'],
  ['download', 'cancelled', 'Cancelled', 'inactive', 'over'],
  ['download', 'abandoned', 'Abandoned', 'inactive', 'over'],
  ['download', 'failed', 'Failed', 'error', 'abortable, over'],
  ['download', 'skipped', 'Skipped', 'skipped', 'over'],
  ['upload', 'preparing', 'Waiting on processing', 'inactive', 'unfinished, abortable'],
  ['upload', 'queued', 'Queued', 'working', 'unfinished, abortable'],
  ['upload', 'uploading', 'Uploading', 'working', 'unfinished, abortable'],
  ['upload', 'loading', 'Waiting on upload repo', 'working', 'unfinished, abortable'],
  ['upload', 'retrying', 'Retrying', 'warning', 'unfinished, abortable'],
  ['upload', 'completed', 'Completed', 'completed', 'over'],
  ['upload', 'failed', 'Failed', 'error', 'abortable, over'],
  ['upload', 'cancelled', 'Cancelled', 'inactive', 'over'],
  ['upload', 'abandoned', 'Abandoned', 'inactive', 'over'],
  ['flow', 'PENDING', 'Queued', 'inactive', ''],
  ['flow', 'SOURCING', 'Downloading', 'inactive', ''],
  ['flow', 'STARTED', 'Processing', 'working', ''],
  ['flow', 'PROCESSING', 'Processing', 'working', ''],
  ['flow', 'RETRIED', 'Retrying', 'warning', ''],
  ['flow', 'WARNING', 'Warning', 'warning', ''],
  ['flow', 'SINKING', 'Uploading', 'completed', ''],
  ['flow', 'STOPPED', 'Completed', 'completed', 'over'],
  ['flow', 'SKIPPED', 'Skipped', 'skipped', 'over'],
  ['flow', 'ERROR', 'Error', 'error', 'over'],
  ['flow', 'FATAL', 'Error', 'error', 'over'],
  ['flow', 'ABANDONED', 'Error', 'error', 'over'],
] as const;

type Kind = {
  readonly views: Readonly<Record<string, StatusView>>;
  readonly groups: Readonly<Record<string, readonly string[]>>;
};
const KINDS: Readonly<Record<(typeof STATUSES)[number][0], Kind>> = {
  download: {
    views: DOWNLOAD_STATUS_VIEWS,
    groups: { unfinished: DOWNLOAD_UNFINISHED, abortable: DOWNLOAD_ABORTABLE, over: DOWNLOAD_FINAL },
  },
  upload: {
    views: UPLOAD_STATUS_VIEWS,
    groups: { unfinished: UPLOAD_UNFINISHED, abortable: UPLOAD_ABORTABLE, over: UPLOAD_FINAL },
  },
  flow: { views: FLOW_STATUS_VIEWS, groups: { over: FLOW_FINAL } },
};

describe('a status', () => {
  it.each(STATUSES)(
    'a status of a %s, %s, is shown as %s, drawn as %s, and counts as: %s',
    { tags: 'proof:status-view' },
    (kind, status, label, tone, counts) => {
      const { views, groups } = KINDS[kind];
      expect(views[status]).toEqual({ label, tone });
      const found = Object.keys(groups).filter((name) => groups[name]?.includes(status));
      expect(found.join(', ')).toBe(counts);
    },
  );

  it('no status is left out', () => {
    for (const [kind, { views }] of Object.entries(KINDS)) {
      const named = STATUSES.filter(([of]) => of === kind).map(([, status]) => status);
      expect(named.sort()).toEqual(Object.keys(views).sort());
    }
  });
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
  ])('an event of severity %s is shown as %s', { tags: 'proof:event-severity-view' }, (severity, shown) => {
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
  ])(
    'a load of %i rows with %i dirty ones has the status %s',
    { tags: 'proof:dirty-row-status' },
    (rows, dirty, status) => {
      expect(dirtyRowStatus(rows, dirty)).toBe(status);
    },
  );
});
