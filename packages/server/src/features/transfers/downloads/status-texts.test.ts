import { describe, expect, test } from 'vitest';
import { describeDownload, readProgress, waitingText } from './status-texts.ts';

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
    [
      'files of several times',
      row({ filenames: ['a00.csv', 'a23.csv'], file_count: 2, handle: { start_time: '00:00', end_time: '23:00' } }),
      'a00.csv, a23.csv (00:00 to 23:00)',
    ],
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
  ])('describes %s', { tags: 'proof:download-description' }, (_, given, expected) => {
    expect(describeDownload(given)).toBe(expected);
  });
});

describe('waitingText', () => {
  const now = Date.parse('2026-11-21T06:30:00Z');
  const last_probe = new Date('2026-11-21T06:15:00Z');
  const next_probe = new Date('2026-11-21T07:05:00Z');
  const queued = row({ status: 'queued' });
  test.each([
    [
      'both probes known',
      { last_probe, next_probe },
      'Last probe: Nov 21, 6:15am UTC. Next probe: Nov 21, 7:05am UTC.',
    ],
    [
      'no next probe',
      { last_probe, next_probe: null },
      'Last probe: Nov 21, 6:15am UTC. Next probe will be scheduled shortly.',
    ],
    [
      'a probe that is due',
      { last_probe, next_probe: last_probe },
      'Last probe: Nov 21, 6:15am UTC. Next probe will be scheduled shortly.',
    ],
    [
      'no probe yet',
      { last_probe: null, next_probe },
      'Source has not been probed yet. Next probe: Nov 21, 7:05am UTC.',
    ],
    ['an unknown source', null, 'Source has not been probed yet. Next probe will be scheduled shortly.'],
  ])('describes a queued download: %s', { tags: 'proof:waiting-text-probes' }, (_, probes, tooltip) => {
    expect(waitingText(queued, probes, now)).toEqual({ text: 'Checking for new files', tooltip });
  });

  test('explains a report that is being made, and is absent for downloads that do not wait', {
    tags: 'proof:waiting-text-report',
  }, () => {
    expect(waitingText(row({ status: 'requested' }), null, now)).toEqual({
      text: 'Subscribing',
      tooltip: 'Report is being created at provider. Check back later for an estimated download start time.',
    });
    expect(waitingText(row({ status: 'queued', handle: { filename: 'a.csv' } }), null, now)).toBeNull();
    expect(waitingText(row({ status: 'completed' }), null, now)).toBeNull();
  });
});

describe('readProgress', () => {
  test('separates completed from expected, and unknown from zero', { tags: 'proof:download-progress' }, () => {
    expect(readProgress({ rows: 0, bytes: 5, estimatedRows: 10 })).toEqual({
      completed: { rows: 0, bytes: 5, reports: null },
      estimated: { rows: 10, bytes: null, reports: null },
    });
  });

  test('drops stored values of a wrong type', () => {
    expect(readProgress({ rows: 'many', bytes: -1, estimatedBytes: null }).completed).toEqual({
      rows: null,
      bytes: null,
      reports: null,
    });
  });
});
