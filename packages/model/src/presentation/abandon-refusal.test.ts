import { expect, it } from 'vitest';
import { DOWNLOAD_STATUSES, UPLOAD_STATUSES } from '../status/status.ts';
import { abandonRefusal } from './abandon-refusal.ts';

const FINISHED = 'The download has already finished';

it('"Abort shows for queued, requested, downloading, unpacking, retrying, failed"', {
  tags: 'spec:download-abort',
}, () => {
  const abortable = DOWNLOAD_STATUSES.filter((status) => abandonRefusal('download', status) === null);
  expect(abortable.sort()).toEqual(['downloading', 'failed', 'queued', 'requested', 'retrying', 'unpacking']);
});

it('"Abandon shows for preparing, queued, uploading, loading, retrying, failed"', {
  tags: 'spec:upload-abandon',
}, () => {
  const abortable = UPLOAD_STATUSES.filter((status) => abandonRefusal('upload', status) === null);
  expect(abortable.sort()).toEqual(['failed', 'loading', 'preparing', 'queued', 'retrying', 'uploading']);
});

it('"disabled with "The download has already finished" when finished"', { tags: 'spec:abandon-finished-item' }, () => {
  for (const status of ['completed', 'STOPPED', 'cancelled', 'abandoned', 'skipped'])
    expect(abandonRefusal('download', status), status).toBe(FINISHED);
  expect(abandonRefusal('upload', 'completed')).toBe('The upload has already finished');
});
