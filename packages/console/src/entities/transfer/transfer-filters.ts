import { LIMITS, PURPOSE_LABELS, PURPOSES } from '@switchboard/model';
import type { Sorting } from '../../api/lists/list-description.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import type { FilterOptionName } from '../../api/lists/use-filter-options.ts';
import type { ListPageView } from '../../api/lists/use-list-page.ts';
import type { Option } from '../../ui/filters/choice-chip.tsx';
import type { ChoiceFilter, DaysFilter, FilterSpec } from '../../ui/filters/filter-spec.ts';

type SharedVariable = 'search' | 'status' | 'report_datetime_after' | 'report_datetime_before';

const TRANSFER_SORTING: Sorting = { columns: ['REPORT_DATETIME', 'CREATED', 'STARTED', 'FINISHED'] };

const TRANSFER_SEARCH = {
  kind: 'search',
  parameter: 'search',
  variable: 'search',
  placeholder: 'Search name, description, id',
} as const satisfies FilterSpec;

const REPORT_DATE_FILTER = {
  kind: 'days',
  label: 'Report date',
  start: 'start',
  end: 'end',
  after: 'report_datetime_after',
  before: 'report_datetime_before',
} as const satisfies DaysFilter<string>;

export const PURPOSE_FILTER = {
  kind: 'choices',
  label: 'Purpose',
  parameter: 'purpose',
  variable: 'purpose',
  options: PURPOSES.map((value) => ({ value, label: PURPOSE_LABELS[value] })),
} as const satisfies ChoiceFilter<string, FilterOptionName>;

type PageOptions<Variables extends PageVariables, Row> = Pick<ListPageView<Variables, Row>, 'drawer' | 'filters'> & {
  readonly statuses: readonly Option[];
};

/** The page of all downloads or uploads, as its address holds it: search, report date and status, then its own filters. */
export function transferView<Variables extends PageVariables & Readonly<Partial<Record<SharedVariable, unknown>>>, Row>(
  grid: 'downloads' | 'uploads',
  { drawer, statuses, filters }: PageOptions<Variables, Row>,
): ListPageView<Variables, Row> {
  const status = {
    kind: 'choices',
    label: 'Status',
    parameter: 'status',
    variable: 'status',
    options: statuses,
  } as const;
  return {
    grid,
    pageSize: LIMITS.transferPageSize,
    sorting: TRANSFER_SORTING,
    drawer,
    filters: [TRANSFER_SEARCH, REPORT_DATE_FILTER, status, ...filters],
  };
}

/** The filters of a drawer's list; their parameters are prefixed, apart from those of the page below it. */
export function drawerFilters(
  noun: 'downloads' | 'uploads',
  statuses: readonly Option[],
): readonly FilterSpec<'search' | 'status', FilterOptionName>[] {
  return [
    { kind: 'search', parameter: `${noun}_search`, variable: 'search', placeholder: `Search ${noun}` },
    { kind: 'choices', label: 'Status', parameter: `${noun}_status`, variable: 'status', options: statuses },
  ];
}
