import { describe, expect, it } from 'vitest';
import { type BackfillCounts, backfillStatusView, isActive } from './backfill-status.ts';

const build = (patch: Partial<BackfillCounts>): BackfillCounts => ({
  status: 'completed',
  total_pipelines: 4,
  succeeded_pipelines: 4,
  failed_pipelines: 0,
  cancelled_pipelines: 0,
  kept_pipelines: 0,
  is_active: true,
  hasDirtyRows: false,
  ...patch,
});
const labelOf = (patch: Partial<BackfillCounts>): string => {
  const view = backfillStatusView(build(patch));
  return view.kind === 'badge' ? `${view.label} (${view.tone})` : 'progress';
};

describe('the status of a backfill', () => {
  it('warns that rows of earlier results stay although results have no rows', () => {
    expect(labelOf({ kept_pipelines: 1 })).toBe('Completed; earlier rows stay (warning)');
    expect(labelOf({ kept_pipelines: 1, failed_pipelines: 4 })).toBe('All pipelines failed (error)');
  });

  it.each([
    ['backfill-chip-cancelled', { status: 'cancelled', failed_pipelines: 4 }, 'Cancelled (inactive)'],
    ['backfill-chip-cancelled', { cancelled_pipelines: 1, failed_pipelines: 3 }, 'Cancelled (inactive)'],
    ['backfill-chip-failed-to-run', { total_pipelines: 0, hasDirtyRows: true }, 'Failed to run (error)'],
    ['backfill-chip-all-failed', { failed_pipelines: 4, hasDirtyRows: true }, 'All pipelines failed (error)'],
    ['backfill-chip-some-failed', { failed_pipelines: 3, hasDirtyRows: true }, '3 out of 4 pipelines failed (warning)'],
    ['backfill-chip-dirty', { hasDirtyRows: true }, 'Completed with dirty rows (warning)'],
    ['backfill-chip-completed', {}, 'Completed (completed)'],
    ['backfill-chip-preparing', { status: 'preparing', total_pipelines: 0 }, 'Preparing (working)'],
  ])(
    'follows the rule %s for %j',
    {
      tags: [
        'spec:backfill-chip-cancelled',
        'spec:backfill-chip-failed-to-run',
        'spec:backfill-chip-all-failed',
        'spec:backfill-chip-some-failed',
        'spec:backfill-chip-dirty',
        'spec:backfill-chip-completed',
        'spec:backfill-chip-preparing',
      ],
    },
    (_rule, patch, label) => {
      expect(labelOf(patch)).toBe(label);
    },
  );

  it('draws a progress bar of succeeded and failed pipelines while it runs', {
    tags: 'spec:backfill-chip-progress',
  }, () => {
    const running = { status: 'running', total_pipelines: 8, succeeded_pipelines: 1 };
    expect(backfillStatusView(build({ ...running, failed_pipelines: 1 }))).toEqual({
      kind: 'progress',
      label: 'Running',
      tone: 'working',
      percent: 25,
      ended: 2,
      total: 8,
      failed: 1,
    });
    expect(backfillStatusView(build({ ...running, is_active: false }))).toMatchObject({
      label: 'Waiting',
      tone: 'inactive',
    });
    expect(backfillStatusView(build({ ...running, is_active: false, succeeded_pipelines: 0 }))).toMatchObject({
      label: 'Queued',
      percent: 0,
    });
    expect(backfillStatusView(build({ ...running, total_pipelines: 0 }))).toMatchObject({ percent: 0 });
  });
});

it('a backfill can be cancelled while it is preparing or running only', { tags: 'spec:backfill-final' }, () => {
  const statuses = ['preparing', 'running', 'completed', 'completed_with_errors', 'cancelled'];
  expect(statuses.filter((status) => isActive({ status }))).toEqual(['preparing', 'running']);
});
