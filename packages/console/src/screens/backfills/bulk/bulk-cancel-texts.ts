import { fullNumber } from '@switchboard/model/format';
import type { BackfillRowFragment } from '../../../api/generated/graphql.ts';
import { backfillStatusView, isActive } from '../backfill-status.ts';

/** "1 backfill", "3 backfills" */
export const backfillCount = (count: number): string => `${fullNumber(count)} backfill${count === 1 ? '' : 's'}`;

const runCount = (count: number): string => `${fullNumber(count)} run${count === 1 ? '' : 's'}`;

/** Describes the effects of cancelling a backfill in progress: the parts that stop, and the parts that are done. */
export function stoppingText(backfill: BackfillRowFragment): string {
  const { status, total_pipelines: total, succeeded_pipelines: succeeded, failed_pipelines: failed } = backfill;
  if (status === 'preparing') return 'Still preparing; none of its runs goes on.';
  const ended = succeeded + failed + backfill.cancelled_pipelines;
  const done = [
    ...(succeeded > 0 ? [`${fullNumber(succeeded)} succeeded and what they delivered stays`] : []),
    ...(failed > 0 ? [`${fullNumber(failed)} failed`] : []),
  ];
  const stopped = `${runCount(total - ended)} of ${fullNumber(total)} stop${total - ended === 1 ? 's' : ''}`;
  return done.length === 0 ? `${stopped}; none has ended.` : `${stopped}; ${done.join(', ')}.`;
}

/** How a backfill that is over ended. */
export function endedText(backfill: BackfillRowFragment): string {
  const view = backfillStatusView(backfill);
  return view.kind === 'badge' ? view.label : 'In progress';
}

/** The backfills that cancelling would end, and those that are over. */
export function splitByProgress(backfills: readonly BackfillRowFragment[]) {
  return {
    active: backfills.filter(isActive),
    over: backfills.filter((backfill) => !isActive(backfill)),
  };
}
