import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { type RunState, runStatusOf, runView } from './run-status.ts';

/** The phase of a run in progress, or how it ended. */
export function RunStatusBadge({ run }: { readonly run: RunState }) {
  const { label, tone } = runView(run);
  return <StatusBadge tone={tone} label={label} icon={runStatusOf(run) === 'cancelled' ? 'skipped' : tone} />;
}
