import { describe, expect, test } from 'vitest';
import { describeDownload, readProgress } from './texts.ts';

const row = (more: Partial<Parameters<typeof describeDownload>[0]>) => ({
  status: 'completed' as const,
  description: '',
  handle: {},
  filenames: [],
  file_count: 0,
  ...more,
});

describe('describeDownload', () => {
  test.each([
    ['one file', row({ filenames: ['a.csv'], file_count: 1 }), 'a.csv'],
    ['three files', row({ filenames: ['a.csv', 'b.csv', 'c.csv'], file_count: 3 }), 'a.csv, b.csv, c.csv'],
    ['more files', row({ filenames: ['a.csv', 'b.csv', 'c.csv'], file_count: 12 }), 'a.csv, b.csv, c.csv and 9 more'],
    ['a file known by its handle only', row({ handle: { filename: 'x.csv' } }), 'x.csv'],
    ['a handle without a file', row({ handle: { handle: 'report 7', filename: 3 } }), 'report 7'],
    ['what was stored', row({ description: 'stored.csv' }), 'stored.csv'],
    [
      'a report that is being made',
      row({ status: 'requested', description: 'old.csv' }),
      'Report is being created at provider. Check back later for an estimated download start time.',
    ],
    ['what has not begun', row({ status: 'queued' }), 'Checking for new files'],
    ['nothing known', row({ status: 'failed' }), ''],
  ])('%s', (_, given, expected) => {
    expect(describeDownload(given)).toBe(expected);
  });
});

describe('readProgress', () => {
  test('tells done from expected, and unknown from nothing', () => {
    expect(readProgress({ rows: 0, bytes: 5, estimatedRows: 10 })).toEqual({
      completed: { rows: 0, bytes: 5, reports: null },
      estimated: { rows: 10, bytes: null, reports: null },
    });
  });

  test('does not trust what is stored', () => {
    expect(readProgress({ rows: 'many', bytes: -1, estimatedBytes: null }).completed).toEqual({
      rows: null,
      bytes: null,
      reports: null,
    });
  });
});
