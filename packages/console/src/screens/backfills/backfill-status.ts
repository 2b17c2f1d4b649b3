import type { StatusTone } from '@switchboard/model/status/status';
import type { BackfillRowFragment } from '../../api/generated/graphql.ts';

export type BackfillCounts = Pick<
  BackfillRowFragment,
  | 'status'
  | 'total_pipelines'
  | 'succeeded_pipelines'
  | 'failed_pipelines'
  | 'cancelled_pipelines'
  | 'kept_pipelines'
  | 'is_active'
  | 'hasDirtyRows'
>;

/** How the status of a backfill is drawn: a badge, and beside it a progress bar until its pipelines have ended. */
export type BackfillStatusView =
  | { readonly kind: 'badge'; readonly label: string; readonly tone: StatusTone }
  | {
      readonly kind: 'progress';
      readonly label: string;
      readonly tone: StatusTone;
      /** 0 to 100. */
      readonly percent: number;
      readonly ended: number;
      readonly total: number;
      readonly failed: number;
    };

const badge = (label: string, tone: StatusTone): BackfillStatusView => ({ kind: 'badge', label, tone });

/** The first of these rules that applies. */
export function backfillStatusView(backfill: BackfillCounts): BackfillStatusView {
  const { status, total_pipelines: total, failed_pipelines: failed, succeeded_pipelines: succeeded } = backfill;
  if (status === 'cancelled' || backfill.cancelled_pipelines > 0) return badge('Cancelled', 'inactive');
  if (status === 'completed' || status === 'completed_with_errors') {
    if (total === 0) return badge('Failed to run', 'error');
    if (failed === total) return badge('All pipelines failed', 'error');
    if (failed > 0) return badge(`${failed} out of ${total} pipelines failed`, 'warning');
    if (backfill.kept_pipelines > 0) return badge('Completed; earlier rows stay', 'warning');
    if (backfill.hasDirtyRows) return badge('Completed with dirty rows', 'warning');
    return badge('Completed', 'completed');
  }
  if (status === 'preparing') return badge('Preparing', 'working');
  const ended = succeeded + failed;
  const percent = total === 0 ? 0 : Math.round((100 * ended) / total);
  return { kind: 'progress', ...progressWord(backfill, ended), percent, ended, total, failed };
}

/** Nothing that is only queued appears as running. */
function progressWord({ is_active: isActive }: BackfillCounts, ended: number): { label: string; tone: StatusTone } {
  if (isActive) return { label: 'Running', tone: 'working' };
  return { label: ended === 0 ? 'Queued' : 'Waiting', tone: 'inactive' };
}

/** Whether a backfill is in progress: only then it can be cancelled. */
export const isActive = ({ status }: Pick<BackfillCounts, 'status'>): boolean =>
  status === 'preparing' || status === 'running';
