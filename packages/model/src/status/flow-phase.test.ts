import { describe, expect, it } from 'vitest';
import {
  FLOW_PHASES,
  flowPhase,
  isFailedFlow,
  RUN_STATUSES,
  runStatus,
  statusesInPhase,
  statusesOfRun,
} from './flow-phase.ts';
import { FLOW_FINAL, FLOW_STATUSES } from './status.ts';

const EARLY = { started: false, processed: false };

describe('the phase of a flow', () => {
  it.each([
    ['SOURCING', 'downloading'],
    ['PENDING', 'processing'],
    ['STARTED', 'processing'],
    ['PROCESSING', 'processing'],
    ['RETRIED', 'processing'],
    ['SINKING', 'uploading'],
    ['WARNING', 'uploading'],
    ['ERROR', 'uploading'],
    ['STOPPED', 'succeeded'],
    ['SKIPPED', 'succeeded'],
  ] as const)('the phase of a flow that is %s is %s', { tags: 'proof:flow-phase' }, (status, phase) => {
    expect(flowPhase({ ...EARLY, status })).toBe(phase);
  });

  it('the phase of a flow that failed or was ended is the one in which that happened', () => {
    expect(flowPhase({ ...EARLY, status: 'FATAL' })).toBe('downloading');
    expect(flowPhase({ ...EARLY, status: 'FATAL', started: true })).toBe('processing');
    expect(flowPhase({ ...EARLY, status: 'ABANDONED' })).toBe('downloading');
    expect(flowPhase({ ...EARLY, status: 'ABANDONED', started: true })).toBe('processing');
    expect(flowPhase({ status: 'ABANDONED', started: true, processed: true })).toBe('uploading');
  });

  it('filters what is running in it, and what has succeeded', () => {
    for (const phase of FLOW_PHASES) expect(statusesInPhase(phase), phase).not.toBeNull();
    expect(statusesInPhase('processing')).toEqual(['STARTED', 'PROCESSING', 'RETRIED']);
    expect(statusesInPhase('nonsense')).toBeNull();
  });
});

describe('the run status of a flow', () => {
  it.each([
    ['PENDING', 'queued'],
    ['SOURCING', 'running'],
    ['STARTED', 'running'],
    ['PROCESSING', 'running'],
    ['RETRIED', 'running'],
    ['SINKING', 'running'],
    ['WARNING', 'running'],
    ['STOPPED', 'succeeded'],
    ['SKIPPED', 'succeeded'],
    ['ERROR', 'failed'],
    ['FATAL', 'failed'],
    ['ABANDONED', 'cancelled'],
  ] as const)('the run status of a flow that is %s is %s', { tags: 'proof:run-status' }, (status, run) => {
    expect(runStatus(status)).toBe(run);
  });

  it('failed is false for a cancelled or abandoned flow', { tags: 'proof:run-cancelled-not-failed' }, () => {
    expect(FLOW_STATUSES.filter(isFailedFlow)).toEqual(['ERROR', 'FATAL']);
  });

  it('the run status of a flow is queued or running until the flow is over', () => {
    for (const status of FLOW_STATUSES) {
      const over = !['queued', 'running'].includes(runStatus(status));
      expect(FLOW_FINAL.includes(status), status).toBe(over);
    }
  });

  it('the run status of a flow is found by each word of the filter, and each status by exactly one', () => {
    const found = RUN_STATUSES.flatMap((word) => statusesOfRun(word) ?? []);
    expect(found.toSorted()).toEqual([...FLOW_STATUSES].toSorted());
    expect(statusesOfRun('nonsense')).toBeNull();
  });
});
