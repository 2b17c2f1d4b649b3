import { describe, expect, it } from 'vitest';
import { abbreviateNumber, dirtyPercent, formatDateTime, initials, parseTimestamp } from '../format.ts';
import { LIMITS } from '../limits.ts';

const now = new Date('2026-11-21T12:00:00Z');

it('"Chart numbers abbreviated k, M, B with one decimal."', { tags: 'spec:abbreviated-numbers' }, () => {
  expect([999, 1_234, 1_893_204, 2_500_000_000].map(abbreviateNumber)).toEqual(['999', '1.2k', '1.9M', '2.5B']);
});

it('"Dates: "MMM d, h:mmaaa" in the current year, with year otherwise"', { tags: 'spec:date-format' }, () => {
  expect(formatDateTime('2026-11-01T18:02:11', { now, timezone: 'UTC' })).toBe('Nov 1, 6:02pm');
  expect(formatDateTime('2025-11-01T06:02:11', { now, timezone: 'UTC' })).toBe('Nov 1, 2025, 6:02am');
});

it('"timestamps treated as UTC by cutting to 19 characters and adding Z"', { tags: 'spec:timestamps-utc' }, () => {
  expect(parseTimestamp('2026-11-21T06:02:11.123456+09:00')?.toISOString()).toBe('2026-11-21T06:02:11.000Z');
});

it('"initials are first letters of up to 2 words."', { tags: 'spec:initials' }, () => {
  expect(['Jane van Roe', 'ada', ''].map(initials)).toEqual(['JV', 'A', '']);
});

it('"Percent of dirty rows floored."', { tags: 'spec:dirty-percent' }, () => {
  expect(dirtyPercent(1000, 19)).toBe(1);
  expect(dirtyPercent(1000, 9)).toBe(0);
});

describe('limits', () => {
  it('"30 days: sample expiry, dirty-file age limit, chart lookback."', { tags: 'spec:thirty-days' }, () => {
    expect([LIMITS.sampleAgeDays, LIMITS.chartLookbackDays]).toEqual([30, 30]);
  });

  it('"Selectors load 1000 items, detail lists 10, dirty preview at most 100 rows."', {
    tags: 'spec:list-sizes',
  }, () => {
    expect([LIMITS.selectorSize, LIMITS.detailListSize, LIMITS.sampleRows]).toEqual([1000, 10, 100]);
  });

  it('"Page sizes: downloads/uploads 20, events 50, keys 100."', { tags: 'spec:page-sizes' }, () => {
    expect([LIMITS.transferPageSize, LIMITS.eventPageSize, LIMITS.keyPageSize]).toEqual([20, 50, 100]);
  });

  it('"Debounce 500 ms"; "email-ingest search 1000 ms"', { tags: ['spec:debounce', 'spec:search-debounce'] }, () => {
    expect([LIMITS.searchDebounce, LIMITS.ingestSearchDebounce]).toEqual([500, 1000]);
  });
});
