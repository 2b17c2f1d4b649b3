import { describe, expect, it } from 'vitest';
import { phaseSteps, type RunState, runView } from './run-status.ts';

const run = (status: string, phase: string, failed = false): RunState => ({
  status,
  phase,
  failed,
  kept_rows: 0,
});
const states = (of: RunState, hasDirtyRows = false): string[] =>
  phaseSteps(of, hasDirtyRows).map(({ state, tone }) => `${state} ${tone}`.trim());

describe('the phases of a run', { tags: 'spec:flow-phases' }, () => {
  it('the phases of a run are finished before the current one, which is in progress', () => {
    expect(phaseSteps(run('PROCESSING', 'processing'), false).map(({ label }) => label)).toEqual([
      'Downloading',
      'Processing',
      'Uploading',
      'Succeeded',
    ]);
    expect(states(run('PROCESSING', 'processing'))).toEqual([
      'Finished completed',
      'In Progress working',
      'skipped',
      'skipped',
    ]);
  });

  it('the phases of a run are all finished once the run has succeeded', () => {
    expect(states(run('STOPPED', 'succeeded'))).toEqual(Array.from({ length: 4 }, () => 'Finished completed'));
  });

  it('show an error where the run failed, and where it was cancelled', () => {
    expect(states(run('FATAL', 'downloading', true))[0]).toBe('Failed error');
    expect(states(run('ERROR', 'uploading', true))).toEqual([
      'Finished completed',
      'Finished completed',
      'Failed error',
      'skipped',
    ]);
    expect(states(run('ABANDONED', 'processing'))[1]).toBe('Cancelled inactive');
  });

  it('warn of dirty rows on a finished download only', { tags: 'spec:flow-phase-dirty' }, () => {
    expect(states(run('SINKING', 'uploading'), true)[0]).toBe('Finished with dirty rows warning');
    expect(states(run('SOURCING', 'downloading'), true)[0]).toBe('In Progress working');
  });
});

it.each([
  ['SOURCING', 'downloading', 'Downloading', 'working'],
  ['PENDING', 'processing', 'Queued', 'inactive'],
  ['RETRIED', 'processing', 'Processing', 'working'],
  ['SINKING', 'uploading', 'Uploading', 'working'],
  ['STOPPED', 'succeeded', 'Succeeded', 'completed'],
  ['ERROR', 'uploading', 'Failed', 'error'],
  ['ABANDONED', 'downloading', 'Cancelled', 'inactive'],
])('a run that is %s is shown as %s', { tags: 'spec:flow-status-chips' }, (status, phase, label, tone) => {
  expect(runView(run(status, phase, label === 'Failed'))).toEqual({ label, tone });
});

it('a run whose results have no rows warns that earlier rows stay', () => {
  const succeeded = { ...run('STOPPED', 'succeeded'), kept_rows: 2 };
  expect(runView(succeeded)).toEqual({ label: 'Earlier rows stay', tone: 'warning' });
  expect(runView({ ...succeeded, status: 'ERROR', failed: true })).toEqual({ label: 'Failed', tone: 'error' });
});
