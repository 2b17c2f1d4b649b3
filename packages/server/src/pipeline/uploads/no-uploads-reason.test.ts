import { DOWNLOAD_STATUSES, DOWNLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { describe, expect, test } from 'vitest';
import { NO_UPLOADS_REASONS, noUploadsReason, type UploadsOutlook } from './no-uploads-reason.ts';

const facts = (more: Partial<UploadsOutlook>): UploadsOutlook => ({
  status: 'completed',
  dirty: 'none',
  uploads: 0,
  runningFlows: 0,
  endedFlows: 0,
  keepsRows: false,
  connected: true,
  ...more,
});

describe('noUploadsReason', () => {
  test.each<[string, Partial<UploadsOutlook>, string]>([
    ['all rows are dirty', { status: 'failed', dirty: 'all' }, 'Processing failed; all rows are dirty.'],
    ['it failed', { status: 'failed' }, 'Uploads will not appear as downloads failed.'],
    ['it was cancelled', { status: 'cancelled' }, 'Uploads will not appear as downloads failed.'],
    ['it was abandoned', { status: 'abandoned' }, 'Uploads will not appear as downloads failed.'],
    ['no flow has been started yet', {}, 'Processing for this download will be scheduled within the hour.'],
    ['its flow is at work', { runningFlows: 1 }, 'Processing for this download will be scheduled within the hour.'],
    [
      'one flow of two is at work',
      { runningFlows: 1, endedFlows: 1 },
      'Processing for this download will be scheduled within the hour.',
    ],
    ['its flow had no rows', { endedFlows: 1 }, 'Query has completed successfully, no uploads will result.'],
    [
      'its flow had no rows and left those of an earlier one',
      { endedFlows: 1, keepsRows: true },
      'Query has completed without rows; rows that were uploaded before stay at the destination.',
    ],
    ['no upload reads it', { connected: false }, 'Query has completed successfully, no uploads will result.'],
    [
      'it was the same file as before',
      { status: 'skipped' },
      'Query has completed successfully, no uploads will result.',
    ],
    [
      'an older record says STOPPED',
      { status: 'STOPPED', endedFlows: 1 },
      'Query has completed successfully, no uploads will result.',
    ],
    ['some rows are dirty', { dirty: 'some' }, 'Processing for this download will be scheduled within the hour.'],
  ])('gives the reason when %s', { tags: 'proof:no-uploads-cases' }, (_, given, expected) => {
    expect(noUploadsReason(facts(given))).toBe(expected);
  });

  test.each(DOWNLOAD_UNFINISHED)(
    'announces uploads while the download is %s',
    { tags: 'proof:no-uploads-unfinished' },
    (status) => {
      expect(noUploadsReason(facts({ status, connected: false }))).toBe(
        'Uploads will appear once downloads are completed.',
      );
    },
  );

  test.each(DOWNLOAD_STATUSES)('says nothing once there are uploads (%s), and something before', (status) => {
    expect(noUploadsReason(facts({ status, uploads: 1 }))).toBe('');
    expect(Object.values(NO_UPLOADS_REASONS)).toContain(noUploadsReason(facts({ status })));
  });
});
