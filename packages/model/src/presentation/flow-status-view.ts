import { FLOW_STATUS_VIEWS, type StatusView } from '../status/status.ts';

/** Presentation of run outcomes, beside the statuses. */
const OUTCOMES: Readonly<Record<string, StatusView>> = {
  skipped: { label: 'Skipped', tone: 'skipped' },
  succeeded: { label: 'Completed', tone: 'completed' },
  failed: { label: 'Failed', tone: 'error' },
};

/**
 * Returns the presentation of a flow's status or outcome; its label is the tooltip. An unknown one is shown as it is.
 */
export function flowStatusView(status: string): StatusView {
  const views: Readonly<Record<string, StatusView>> = FLOW_STATUS_VIEWS;
  return views[status] ?? OUTCOMES[status] ?? { label: status, tone: 'inactive' };
}
