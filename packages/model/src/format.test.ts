import { describe, expect, it } from 'vitest';
import {
  abbreviateNumber,
  dirtyPercent,
  formatBytes,
  formatDateTime,
  formatReportDate,
  fullNumber,
  initials,
  parseTimestamp,
  truncate,
} from './format.ts';
import { fillTemplate } from './plan.ts';
import { headerKey, typeName } from './schema.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1.0k'],
    [1_234, '1.2k'],
    [999_960, '1.0M'],
    [1_893_204, '1.9M'],
    [2_500_000_000, '2.5B'],
    [-1_500, '-1.5k'],
  ])('%d is shown as %s', (value, shown) => {
    expect(abbreviateNumber(value)).toBe(shown);
  });

  it('shows full figures, bytes and floored percents', { tags: 'proof:format-numbers' }, () => {
    expect(fullNumber(1_893_204)).toBe('1,893,204');
    expect(formatBytes(1_536)).toBe('1.5 kB');
    expect(dirtyPercent(1_893_204, 18_930)).toBe(0);
    expect(dirtyPercent(200, 3)).toBe(1);
    expect(dirtyPercent(0, 0)).toBe(0);
  });
});

describe('dates', () => {
  it('shows times in the zone asked for, with the year only when it is another', { tags: 'proof:format-times' }, () => {
    expect(formatDateTime('2026-11-21T06:02:11.123456Z', { now, timezone: 'UTC' })).toBe('Nov 21, 6:02am');
    expect(formatDateTime('2025-11-21T18:02:11', { now, timezone: 'UTC' })).toBe('Nov 21, 2025, 6:02pm');
    expect(formatDateTime('2026-11-21T06:02:11Z', { now, timezone: 'Asia/Tokyo' })).toBe('Nov 21, 3:02pm');
    expect(formatDateTime('soon', { now })).toBe('—');
  });

  it('takes a timestamp without zone for UTC', { tags: 'proof:format-timestamp-without-zone' }, () => {
    expect(parseTimestamp('2026-11-21 06:02:11')?.toISOString()).toBe('2026-11-21T06:02:11.000Z');
  });

  it('shows report dates as dates, never moved by a zone', () => {
    expect(formatReportDate('2026-11-20T00:00:00.000Z', { now })).toBe('Nov 20');
    expect(formatReportDate('2025-01-02', { now })).toBe('Jan 2, 2025');
  });
});

describe('texts', () => {
  it('cuts and abbreviates', () => {
    expect(truncate('abcdef', 4)).toBe('abc…');
    expect(truncate('abcd', 4)).toBe('abcd');
    expect(initials('Jane van Roe')).toBe('JV');
    expect(initials('  ')).toBe('');
  });

  it('fills report dates and values into templates and leaves the rest', () => {
    expect(fillTemplate('/{YYYY}/{MM}/{name}-{YYYY-MM-DD}.{other}', '2026-11-05', { name: 'x' })).toBe(
      '/2026/11/x-2026-11-05.{other}',
    );
    expect(fillTemplate('{YY}', null)).toBe('{YY}');
  });

  it('matches headers by name alone', () => {
    expect(headerKey(' Ad unit-ID ')).toBe(headerKey('ad_Unit id'));
    expect(typeName({ kind: 'list', element: { kind: 'decimal', precision: 18, scale: 6 } })).toBe('[decimal(18, 6)]');
  });
});
