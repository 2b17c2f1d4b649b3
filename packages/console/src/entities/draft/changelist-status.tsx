import type { StatusTone } from '@switchboard/model/status/status';
import { StatusBadge } from '../../ui/status/status-badge.tsx';

type StatusView = { readonly label: string; readonly tone: StatusTone };

const ACTIVE: StatusView = { label: 'Active Draft', tone: 'working' };
const STATUSES: Readonly<Record<string, StatusView>> = {
  running: { label: 'Published', tone: 'completed' },
  replaced: { label: 'Previously Published', tone: 'inactive' },
  archived: { label: 'Archived', tone: 'skipped' },
};

/** How lists name the status of a changelist. */
export const changelistStatus = (status: string): StatusView => STATUSES[status] ?? ACTIVE;

/** The status of a version that was published. */
export function ChangelistStatus({ status }: { readonly status: string }) {
  return <StatusBadge {...changelistStatus(status)} />;
}

export const NEEDS_MERGE =
  'This draft was branched from an older version than the current Published version. Its contents maybe out of date.';

/** Marks a draft that lacks changes of the published version. */
export function NeedsMergeBadge() {
  return <StatusBadge tone="warning" label="Needs merge" tip={NEEDS_MERGE} />;
}
