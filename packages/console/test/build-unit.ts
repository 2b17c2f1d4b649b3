import type { TimelineUnitFragment } from '../src/api/generated/graphql.ts';

const MINUTE = 60_000;

/** A completed download that waited a minute and ran for four. */
export function buildUnit(patch: Partial<TimelineUnitFragment> = {}): TimelineUnitFragment {
  const queued = patch.queued ?? 0;
  return {
    __typename: 'TimelineUnit',
    id: 'd1',
    kind: 'download',
    name: 'orders',
    project: 'shop',
    purpose: 'production',
    report_date: '2026-11-19',
    status: 'completed',
    dirty_row_status: 'none',
    queued,
    flow_id: null,
    flow_started: null,
    flow_finished: null,
    ready: null,
    started: queued + MINUTE,
    finished: queued + 5 * MINUTE,
    attempts: 1,
    worker: 'w1',
    is_late: false,
    ...patch,
    failures: (patch.failures ?? []).map((failure) => ({ __typename: 'FailedAttempt', ...failure })),
  } as TimelineUnitFragment;
}
