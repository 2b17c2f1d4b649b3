import { expect, it } from 'vitest';
import { buildDownload, buildUpload } from '../../../../test/build-rows.ts';
import type { DownloadRowFragment, UploadRowFragment } from '../../../api/generated/graphql.ts';
import { describeDownloadStatus } from '../../download/download-status.ts';
import { describeUploadStatus } from '../../upload/upload-status.ts';
import { transferStatusView } from './status-view.ts';

const now = Date.parse('2026-11-21T06:00:00Z');
const none = { rows: null, bytes: null, reports: null };
const downloadStatusView = (row: DownloadRowFragment, at: number) =>
  transferStatusView(row, describeDownloadStatus(row), at);
const uploadStatusView = (row: UploadRowFragment, at: number) =>
  transferStatusView(row, describeUploadStatus(row.status), at);

it('shows a completed download by its dirty rows', { tags: 'spec:download-dirty-tone' }, () => {
  const rows = { status: 'completed', row_count: 41_201 };
  expect(downloadStatusView(buildDownload(rows), now)).toMatchObject({
    tone: 'completed',
    label: 'Completed',
    text: '41,201 rows',
  });
  expect(downloadStatusView(buildDownload({ ...rows, dirty_row_status: 'some' }), now).tone).toBe('warning');
  expect(downloadStatusView(buildDownload({ ...rows, dirty_row_status: 'all' }), now)).toMatchObject({
    tone: 'error',
    label: 'All rows dirty',
    text: '41,201 rows',
  });
  expect(downloadStatusView(buildDownload({ ...rows, status: 'STOPPED' }), now).label).toBe('Completed');
});

it('shows when a waiting or retrying transfer is next tried', () => {
  const next_try = '2026-11-21T06:00:40Z';
  expect(downloadStatusView(buildDownload({ status: 'requested', next_try }), now)).toMatchObject({
    label: 'Waiting on Source',
    icon: 'waiting',
    text: 'next check in 40 s',
  });
  expect(uploadStatusView(buildUpload({ status: 'retrying', retry_count: 2, next_try }), now)).toMatchObject({
    tone: 'warning',
    text: '2/4 · in 40 s',
  });
});

it('shows why a queued transfer is not running', () => {
  const waiting = {
    reason: 'key_suspended',
    waits_for: 'skimlinks',
    next_check: null,
    action: null,
    before: null,
    stopped_by: null,
  };
  expect(uploadStatusView(buildUpload({ status: 'queued', waiting }), now)).toMatchObject({
    label: 'Blocked',
    tone: 'warning',
    icon: 'warning',
    text: 'key skimlinks is suspended',
  });
  const full = { ...waiting, reason: 'account_limit', waits_for: 'a free slot of the account' };
  expect(downloadStatusView(buildDownload({ status: 'queued', waiting: full }), now)).toMatchObject({
    label: 'Queued',
    icon: 'waiting',
    text: 'waits for a free slot of the account',
  });
  const files = { ...waiting, reason: 'checking_files', waits_for: 'a file at the source' };
  expect(downloadStatusView(buildDownload({ status: 'queued', waiting: files }), now)).toMatchObject({
    label: 'Waiting',
    text: 'waits for a file at the source',
  });
  const behind = { ...waiting, reason: 'queued', waits_for: null, before: 212 };
  expect(downloadStatusView(buildDownload({ status: 'queued', waiting: behind }), now)).toMatchObject({
    label: 'Queued',
    text: '100+ before it',
  });
});

it('shows which attempt is under way after a failure', () => {
  const again = { retry_count: 2, retry_limit: 5 };
  const progress = { completed: { ...none, rows: 62 }, estimated: { ...none, rows: 100 } };
  const text = (row: Parameters<typeof buildDownload>[0]) => downloadStatusView(buildDownload(row), now).text;
  const first = text({ status: 'downloading', progress });
  expect(text({ status: 'downloading', ...again })).toBe('attempt 3 of 5');
  expect(text({ status: 'downloading', progress, ...again })).toBe(`attempt 3 of 5 · ${first}`);
  expect(uploadStatusView(buildUpload({ status: 'uploading', ...again }), now).text).toBe('attempt 3 of 5');
});

it('shows progress while a transfer runs', () => {
  const progress = { completed: { ...none, rows: 62 }, estimated: { ...none, rows: 100 } };
  expect(downloadStatusView(buildDownload({ status: 'downloading', progress }), now)).toMatchObject({ percent: 62 });
  expect(uploadStatusView(buildUpload({ status: 'completed', progress, row_count: 1 }), now)).toMatchObject({
    percent: null,
    text: '1 row',
  });
});

it('shows the message of a failure, and an unknown status as it is', () => {
  expect(uploadStatusView(buildUpload({ status: 'failed', message: 'refused' }), now)).toMatchObject({
    tone: 'error',
    text: 'refused',
  });
  const caused = buildDownload({ status: 'failed', name: 'orders', message: 'orders: HTTP 503' });
  expect(downloadStatusView(caused, now).text).toBe('HTTP 503');
  expect(downloadStatusView(buildDownload({ status: 'levitating' }), now)).toMatchObject({
    tone: 'inactive',
    label: 'levitating',
  });
});
