import { expect, it } from 'vitest';
import type { DownloadRowFragment, UploadRowFragment } from '../../api/generated/graphql.ts';
import { downloadStatusView, uploadStatusView } from './status-view.ts';

const now = Date.parse('2026-11-21T06:00:00Z');
const none = { rows: null, bytes: null, reports: null };
const transfer = {
  id: '1',
  name: 'adsense_daily',
  project: 'ads',
  purpose: 'production',
  created: '2026-11-21T05:00:00Z',
  started: null,
  finished: null,
  report_datetime: null,
  progress: { completed: none, estimated: none },
  row_count: null,
  retry_count: 0,
  retry_limit: 5,
  next_try: null,
  message: null,
};
const download = (patch: Partial<DownloadRowFragment>): DownloadRowFragment => ({
  ...transfer,
  status: 'queued',
  description: '',
  handle: { url: null, filename: null, handle: '' },
  parts: [],
  dirty_row_count: null,
  dirty_row_status: 'none',
  uploads_hint: '',
  ...patch,
});
const upload = (patch: Partial<UploadRowFragment>): UploadRowFragment => ({
  ...transfer,
  status: 'queued',
  handle: '',
  destination: '',
  destination_type: 'file',
  ready: null,
  ...patch,
});

it('shows a completed download by its dirty rows', () => {
  const rows = { status: 'completed', row_count: 41_201 };
  expect(downloadStatusView(download(rows), now)).toMatchObject({
    tone: 'completed',
    label: 'Completed',
    text: '41,201 rows',
  });
  expect(downloadStatusView(download({ ...rows, dirty_row_status: 'some' }), now).tone).toBe('warning');
  expect(downloadStatusView(download({ ...rows, dirty_row_status: 'all' }), now).tone).toBe('error');
  expect(downloadStatusView(download({ ...rows, status: 'STOPPED' }), now).label).toBe('Completed');
});

it('says when something waiting will be tried again', () => {
  const next_try = '2026-11-21T06:00:40Z';
  expect(downloadStatusView(download({ status: 'requested', next_try }), now)).toMatchObject({
    label: 'Waiting on Source',
    icon: 'waiting',
    text: 'next check in 40 s',
  });
  expect(uploadStatusView(upload({ status: 'retrying', retry_count: 2, next_try }), now)).toMatchObject({
    tone: 'warning',
    text: '2/4 · in 40 s',
  });
});

it('shows progress only while there is some', () => {
  const progress = { completed: { ...none, rows: 62 }, estimated: { ...none, rows: 100 } };
  expect(downloadStatusView(download({ status: 'downloading', progress }), now)).toMatchObject({ percent: 62 });
  expect(uploadStatusView(upload({ status: 'completed', progress, row_count: 1 }), now)).toMatchObject({
    percent: null,
    text: '1 row',
  });
});

it('shows why something failed, and a status it does not know as it is', () => {
  expect(uploadStatusView(upload({ status: 'failed', message: 'refused' }), now)).toMatchObject({
    tone: 'error',
    text: 'refused',
  });
  expect(downloadStatusView(download({ status: 'levitating' }), now)).toMatchObject({
    tone: 'inactive',
    label: 'levitating',
  });
});
