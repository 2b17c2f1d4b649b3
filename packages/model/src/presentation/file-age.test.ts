import { describe, expect, it } from 'vitest';
import { dirtyRowsRefusal, sampleButton, sampleFileName } from './file-age.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const thirtyDaysAgo = '2026-10-24T12:00:00';
const older = '2026-10-24T11:59:59';
const facts = {
  download: { status: 'completed', finished: thirtyDaysAgo },
  isLoading: false,
  failure: null,
  now,
};

describe('"Sample download button modes: ready, loading, error (click to retry), expired (finished over 30 days ago)."', () => {
  it('offers the sample until 30 days after the download finished', {
    tags: ['spec:sample-modes', 'spec:thirty-days'],
  }, () => {
    expect(sampleButton(facts)).toEqual({ mode: 'ready', isDisabled: false, tooltip: null });
  });

  it('shows that the sample is loading', { tags: 'spec:sample-modes' }, () => {
    expect(sampleButton({ ...facts, isLoading: true })).toEqual({ mode: 'loading', isDisabled: true, tooltip: null });
  });

  it('offers a retry after an error', { tags: ['spec:sample-modes', 'spec:sample-failed-tooltip'] }, () => {
    expect(sampleButton({ ...facts, failure: 'HTTP 500.' })).toEqual({
      mode: 'error',
      isDisabled: false,
      tooltip: 'There was an error downloading samples: HTTP 500. Click to Retry.',
    });
    expect(sampleButton({ ...facts, failure: 'HTTP 500', isLoading: true }).mode).toBe('loading');
  });

  it('shows that the sample has expired', {
    tags: ['spec:sample-modes', 'spec:sample-expired-text', 'spec:downloads-sample-tooltips'],
  }, () => {
    expect(sampleButton({ ...facts, download: { status: 'completed', finished: older } })).toEqual({
      mode: 'expired',
      isDisabled: true,
      tooltip: 'Samples are expired after 30 days.',
    });
  });

  it.each(['queued', 'requested', 'downloading', 'unpacking', 'retrying', 'failed', 'skipped', 'cancelled'])(
    'disables the button while the download is %s',
    { tags: 'spec:downloads-sample-tooltips' },
    (status) => {
      expect(sampleButton({ ...facts, download: { status, finished: null } })).toEqual({
        mode: 'ready',
        isDisabled: true,
        tooltip: 'Only enabled when the Download is completed.',
      });
    },
  );
});

it('"Dirty rows download disabled when the file is over 30 days old."', {
  tags: ['spec:dirty-rows-disabled', 'spec:old-files-text', 'spec:thirty-days'],
}, () => {
  expect(dirtyRowsRefusal(thirtyDaysAgo, now)).toBeNull();
  expect(dirtyRowsRefusal(null, now)).toBeNull();
  expect(dirtyRowsRefusal(older, now)).toBe('Downloading files over 30 days old is not supported.');
});

it('"filename from content-disposition or a timestamped _samples.txt"', { tags: 'spec:call-sample' }, () => {
  expect(sampleFileName(new Date('2026-11-20T06:02:11.123Z'))).toBe('2026-11-20T06-02-11_samples.txt');
});
