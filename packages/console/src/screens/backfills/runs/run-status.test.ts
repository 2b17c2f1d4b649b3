import { describe, expect, it } from 'vitest';
import type { FlowWaitingFragment } from '../../../api/generated/graphql.ts';
import { phaseSteps, type RunState, runView } from './run-status.ts';

const NOW = Date.parse('2026-11-21T05:00:00Z');

const run = (status: string, phase: string, failed = false): RunState => ({
  status,
  phase,
  failed,
  kept_rows: 0,
  waiting: null,
});
const states = (of: RunState, hasDirtyRows = false): string[] =>
  phaseSteps(of, hasDirtyRows, NOW).map(({ state, tone }) => `${state} ${tone}`.trim());

describe('the phases of a run', { tags: 'spec:flow-phases' }, () => {
  it('the phases of a run are finished before the current one, which is in progress', () => {
    expect(phaseSteps(run('PROCESSING', 'processing'), false, NOW).map(({ label }) => label)).toEqual([
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
  expect(runView(run(status, phase, label === 'Failed'), NOW)).toEqual({ label, tone, text: null });
});

it('a run whose results have no rows warns that earlier rows stay', () => {
  const succeeded = { ...run('STOPPED', 'succeeded'), kept_rows: 2 };
  expect(runView(succeeded, NOW)).toMatchObject({ label: 'Earlier rows stay', tone: 'warning' });
  expect(runView({ ...succeeded, status: 'ERROR', failed: true }, NOW)).toMatchObject({
    label: 'Failed',
    tone: 'error',
  });
});

describe('a run that is not running', () => {
  const waiting = {
    __typename: 'Waiting',
    action: null,
    before: null,
    next_check: null,
    stopped_by: null,
    waits_for: null,
  } as const;
  const sourcing = (reason: string, more: Partial<FlowWaitingFragment> = {}): RunState => ({
    ...run('SOURCING', 'downloading'),
    waiting: { ...waiting, reason: 'inputs_missing', input: { ...waiting, reason, ...more } },
  });

  it('shows what goes before its downloads, what they wait for, or what blocks them', () => {
    expect(runView(sourcing('queued', { before: 12 }), NOW)).toMatchObject({ label: 'Queued', text: '12 before it' });
    expect(runView(sourcing('queued', { before: 100 }), NOW).text).toBe('100+ before it');
    expect(runView(sourcing('queued', { before: 0 }), NOW).text).toBe('next in the queue');
    expect(runView(sourcing('key_limit', { before: 3, waits_for: 'a free slot for key one' }), NOW)).toMatchObject({
      label: 'Queued',
      text: 'waits for a free slot for key one · 3 before it',
    });
    expect(runView(sourcing('checking_files', { waits_for: 'a file at the source' }), NOW)).toMatchObject({
      label: 'Waiting',
      text: 'waits for a file at the source',
    });
    expect(runView(sourcing('key_suspended', { waits_for: 'one' }), NOW)).toMatchObject({
      label: 'Blocked',
      tone: 'warning',
      text: 'key one is suspended',
    });
    expect(states(sourcing('queued'))[0]).toBe('Queued inactive');
  });

  it('downloads as soon as one of its downloads runs', () => {
    const running = { ...sourcing('queued'), waiting: { ...waiting, reason: 'inputs_missing', input: null } };
    expect(runView(running, NOW)).toMatchObject({ label: 'Downloading', text: null });
  });

  it('shows how much goes before its processing', () => {
    const pending = {
      ...run('PENDING', 'processing'),
      waiting: { ...waiting, reason: 'queued', before: 4, input: null },
    };
    expect(runView(pending, NOW)).toMatchObject({ label: 'Queued', text: '4 before it' });
  });
});
