import type { StatusTone } from '@switchboard/model/status/status';
import type { RestatementsQueryVariables } from '../../api/generated/graphql.ts';
import type { FilterOptionName } from '../../api/lists/use-filter-options.ts';
import { choice } from '../../lib/address/url-state.ts';
import { type FilterSpec, filterParameters } from '../../ui/filters/filter-spec.ts';
import type { StatusIcon } from '../../ui/status/status-icons.ts';

export const STATES = ['all', 'held', 'pending', 'delivered', 'dropped'] as const;

type StateView = { readonly label: string; readonly tone: StatusTone; readonly icon: StatusIcon };

const STATE_VIEWS: Readonly<Record<string, StateView>> = {
  held: { label: 'Held', tone: 'warning', icon: 'warning' },
  pending: { label: 'Pending', tone: 'inactive', icon: 'waiting' },
  delivered: { label: 'Delivered', tone: 'completed', icon: 'completed' },
  dropped: { label: 'Dropped', tone: 'skipped', icon: 'skipped' },
};

/** How the state of a changed result is shown; one that this console does not know is shown as it is. */
export const stateView = (state: string): StateView =>
  STATE_VIEWS[state] ?? { label: state, tone: 'inactive', icon: 'info' };

const CAUSES = [
  { value: 'source', label: 'Source changed' },
  { value: 'schedule', label: 'Schedule' },
  { value: 'script', label: 'Script published' },
  { value: 'run_again', label: 'Run again' },
  { value: 'retry', label: 'Retry' },
  { value: 'backfill', label: 'Backfill' },
];

/** The filters of changed results besides their state. */
export const RESTATEMENT_FILTERS: readonly FilterSpec<keyof RestatementsQueryVariables & string, FilterOptionName>[] = [
  {
    kind: 'days',
    label: 'Report date',
    start: 'start',
    end: 'end',
    after: 'report_datetime_after',
    before: 'report_datetime_before',
    pinned: true,
  },
  { kind: 'choices', label: 'Cause', parameter: 'cause', variable: 'cause', options: CAUSES, pinned: true },
  {
    kind: 'choices',
    label: 'Upload',
    parameter: 'uploadName',
    variable: 'uploadName',
    options: 'upload_names',
    pinned: true,
  },
];

/** The query parameters of /uploads/restatements. */
export const RESTATEMENTS_PARAMETERS = {
  state: choice(STATES, 'all'),
  ...filterParameters(RESTATEMENT_FILTERS),
};
