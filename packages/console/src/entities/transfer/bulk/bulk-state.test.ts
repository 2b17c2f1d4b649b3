import { describe, expect, it } from 'vitest';
import type { BulkPreviewFragment } from '../../../api/generated/graphql.ts';
import { type BulkState, bulkReducer, changedCount, repeatableIds } from './bulk-state.ts';

const preview: BulkPreviewFragment = {
  id: 'b1',
  count: 130,
  open: 130,
  finished: null,
  is_limited: false,
  outcomes: [],
  refusals: [],
  skipped: [],
};
const half = { ...preview, open: 30, outcomes: [{ outcome: 'ok', count: 100 }] };
const whole = { ...half, open: 0, outcomes: [{ outcome: 'ok', count: 130 }] };
const failure = { message: 'Unknown server error.', requestId: 'r1' };
const running: BulkState = { phase: 'running', preview, progress: preview };

describe('a change', () => {
  it('runs what was counted until no row is open', () => {
    const counted = bulkReducer({ phase: 'counting' }, { type: 'counted', preview });
    expect(bulkReducer(counted, { type: 'run' })).toEqual(running);
    expect(bulkReducer(running, { type: 'progressed', progress: half })).toEqual({ ...running, progress: half });
    expect(bulkReducer(running, { type: 'progressed', progress: whole })).toEqual({ phase: 'ended', progress: whole });
  });

  it('keeps its progress when a call fails, and goes on from there', () => {
    const interrupted = bulkReducer({ ...running, progress: half }, { type: 'failed', failure });
    expect(interrupted).toEqual({ phase: 'interrupted', preview, progress: half, failure });
    expect(bulkReducer(interrupted, { type: 'run' })).toEqual({ ...running, progress: half });
  });

  it('stops after the rows that are being changed', () => {
    const stopping = bulkReducer(running, { type: 'stop' });
    expect(stopping.phase).toBe('stopping');
    expect(bulkReducer(stopping, { type: 'progressed', progress: half })).toEqual({
      phase: 'interrupted',
      preview,
      progress: half,
      failure: null,
    });
    expect(bulkReducer(stopping, { type: 'progressed', progress: whole }).phase).toBe('ended');
  });

  it('a change is counted again after a refusal', () => {
    const refused = bulkReducer(running, { type: 'refused', problem: 'Count them again.' });
    expect(refused).toEqual({ phase: 'refused', problem: 'Count them again.' });
    expect(bulkReducer(refused, { type: 'run' })).toBe(refused);
    expect(bulkReducer(refused, { type: 'count' })).toEqual({ phase: 'counting' });
  });
});

it('finds the rows that can be tried again', () => {
  const subject = { name: 'orders', report_datetime: null };
  const progress = {
    ...whole,
    outcomes: [{ outcome: 'error', count: 1 }],
    refusals: [
      { outcome: 'error', message: '', download: { id: 'd1', ...subject }, upload: null },
      { outcome: 'finished', message: '', download: { id: 'd2', ...subject }, upload: null },
      { outcome: 'undecided', message: '', download: null, upload: { id: 'u1', ...subject } },
    ],
  };
  expect(repeatableIds(progress)).toEqual(['d1', 'u1']);
  expect(changedCount(progress)).toBe(0);
  expect(changedCount(whole)).toBe(130);
});
