import { FLOW_STATUS_VIEWS, type StatusView } from '../status/status.ts';

/** How the outcomes of a run are shown, beside its statuses. */
const OUTCOMES: Readonly<Record<string, StatusView>> = {
  skipped: { label: 'Skipped', tone: 'skipped' },
  succeeded: { label: 'Completed', tone: 'completed' },
  failed: { label: 'Failed', tone: 'error' },
};

/** How the status or outcome of a flow is shown; its label is the tooltip. One that is not known is shown as it is. */
export function flowStatusView(status: string): StatusView {
  const views: Readonly<Record<string, StatusView>> = FLOW_STATUS_VIEWS;
  return views[status] ?? OUTCOMES[status] ?? { label: status, tone: 'inactive' };
}
