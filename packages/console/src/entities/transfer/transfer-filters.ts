import { FAILURE_TITLES, LIMITS, PURPOSE_LABELS, PURPOSES } from '@switchboard/model';
import type { Sorting } from '../../api/lists/list-description.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import type { FilterOptionName } from '../../api/lists/use-filter-options.ts';
import type { ListPageView } from '../../api/lists/use-list-page.ts';
import { type ParameterSet, text } from '../../lib/url-state.ts';
import { type ChoiceFilter, type DaysFilter, type FilterSpec, filterParameters } from '../../ui/filters/filter-spec.ts';
import type { Option } from '../../ui/filters/option.ts';

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
  pinned: true,
} as const satisfies DaysFilter<string>;

export const PURPOSE_FILTER = {
  kind: 'choices',
  label: 'Purpose',
  parameter: 'purpose',
  variable: 'purpose',
  options: PURPOSES.map((value) => ({ value, label: PURPOSE_LABELS[value] })),
} as const satisfies ChoiceFilter<string, FilterOptionName>;

export const CAUSE_FILTER = {
  kind: 'choices',
  label: 'Cause of failure',
  parameter: 'causes',
  variable: 'failure_codes',
  options: [...FAILURE_TITLES].map(([value, label]) => ({ value, label })),
} as const satisfies ChoiceFilter<string, FilterOptionName>;

/** States that the strip above a list filters by, besides the statuses. */
const STATES = ['dirty', 'late'];

/** What the strips of downloads and of uploads share: they set the status, which therefore does not narrow them. */
export const TRANSFER_STRIP = { parameter: 'status', ignored: ['status', 'sortBy', 'sortDirection'] } as const;

type PageOptions<Variables extends PageVariables, Row> = Pick<ListPageView<Variables, Row>, 'filters' | 'further'> & {
  readonly drawer: Omit<ListPageView<Variables, Row>['drawer'], 'prefix'>;
  readonly statuses: readonly Option[];
};

/** The page of all downloads or uploads, as its address holds it: search, report date and status, then its own filters. */
export function transferView<Variables extends PageVariables & Readonly<Partial<Record<SharedVariable, unknown>>>, Row>(
  grid: 'downloads' | 'uploads',
  { drawer, statuses, filters, further = {} }: PageOptions<Variables, Row>,
): ListPageView<Variables, Row> {
  const status = {
    kind: 'choices',
    label: 'Status',
    parameter: 'status',
    variable: 'status',
    options: statuses,
    accepts: [...statuses.map(({ value }) => value), ...STATES],
    pinned: true,
  } as const;
  return {
    grid,
    pageSize: LIMITS.transferPageSize,
    sorting: TRANSFER_SORTING,
    drawer: { ...drawer, prefix: drawerPrefix(grid === 'downloads' ? 'uploads' : 'downloads') },
    filters: [TRANSFER_SEARCH, REPORT_DATE_FILTER, status, ...filters],
    further,
  };
}

/** Begins the parameters of a drawer's filters. */
export const drawerPrefix = (noun: 'downloads' | 'uploads'): string => `${noun}_`;

/** The filters of a drawer's list; their parameters are prefixed, apart from those of the page below it. */
export function drawerFilters(
  noun: 'downloads' | 'uploads',
  statuses: readonly Option[],
): readonly FilterSpec<'search' | 'status', FilterOptionName>[] {
  return [
    { kind: 'search', parameter: `${drawerPrefix(noun)}search`, variable: 'search', placeholder: `Search ${noun}` },
    {
      kind: 'choices',
      label: 'Status',
      parameter: `${drawerPrefix(noun)}status`,
      variable: 'status',
      options: statuses,
      pinned: true,
    },
  ];
}

/** Holds the open tab of a drawer; absent for its list. */
export const drawerTabParameters = (noun: 'downloads' | 'uploads'): ParameterSet => ({
  [`${drawerPrefix(noun)}tab`]: text,
});

/** The query parameters that a drawer reads. */
export const drawerParameters = (noun: 'downloads' | 'uploads', statuses: readonly Option[]): ParameterSet => ({
  ...filterParameters(drawerFilters(noun, statuses)),
  ...drawerTabParameters(noun),
});
