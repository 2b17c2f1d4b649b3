import { LIMITS } from '@switchboard/model/limits';
import { FAILURE_TITLES } from '@switchboard/model/presentation/failure';
import { PURPOSE_LABELS, PURPOSES } from '@switchboard/model/status/status';
import type { ListView, Sorting } from '../../api/lists/list-description.ts';
import { listParameters } from '../../api/lists/list-variables.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import type { FilterOptionName } from '../../api/lists/use-filter-options.ts';
import type { ListPageView } from '../../api/lists/use-list-page.ts';
import { type ParameterSet, text } from '../../lib/address/url-state.ts';
import type { ChoiceFilter, DaysFilter, FilterSpec } from '../../ui/filters/filter-spec.ts';
import type { Option } from '../../ui/filters/option.ts';

type Noun = 'downloads' | 'uploads';
export type TransferFilters<Variables> = readonly FilterSpec<keyof Variables & string, FilterOptionName>[];
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

/** Strips of downloads and of uploads: they set the status, which therefore does not narrow them. */
export const TRANSFER_STRIP = { parameter: 'status', ignored: ['status', 'sortBy', 'sortDirection'] } as const;

/** The filters of downloads or of uploads: search, report date and status, then their own. */
export function transferFilters<Variables extends Readonly<Partial<Record<SharedVariable, unknown>>>>(
  statuses: readonly Option[],
  own: TransferFilters<Variables>,
): TransferFilters<Variables> {
  const status = {
    kind: 'choices',
    label: 'Status',
    parameter: 'status',
    variable: 'status',
    options: statuses,
    accepts: [...statuses.map(({ value }) => value), ...STATES],
    pinned: true,
  } as const;
  return [TRANSFER_SEARCH, REPORT_DATE_FILTER, status, ...own];
}

type PageOptions<Variables extends PageVariables, Row> = Pick<ListPageView<Variables, Row>, 'filters' | 'further'> & {
  readonly drawer: Omit<ListPageView<Variables, Row>['drawer'], 'prefix'>;
};

/** The page of all downloads or uploads, as its address holds it. */
export function transferView<Variables extends PageVariables, Row>(
  grid: Noun,
  { drawer, filters, further = {} }: PageOptions<Variables, Row>,
): ListPageView<Variables, Row> {
  return {
    grid,
    pageSize: LIMITS.transferPageSize,
    sorting: TRANSFER_SORTING,
    drawer: { ...drawer, prefix: drawerPrefix(grid === 'downloads' ? 'uploads' : 'downloads') },
    filters,
    further,
  };
}

/** Begins the parameters of a drawer's list. */
const drawerPrefix = (noun: Noun): string => `${noun}_`;

/** The list of a drawer; the parameters of its filters and its order are prefixed, apart from those of the page below. */
export function drawerView<Variables extends PageVariables>(
  noun: Noun,
  filters: TransferFilters<Variables>,
): ListView<Variables> {
  const prefix = drawerPrefix(noun);
  return {
    grid: noun === 'downloads' ? 'downloadsForUpload' : 'uploadsForDownload',
    pageSize: LIMITS.detailListSize,
    sorting: { ...TRANSFER_SORTING, prefix },
    filters: filters.flatMap((spec) => drawerFilter(spec, noun, prefix)),
  };
}

/** A filter of the page as the narrower drawer has it: only the search and the status are pinned, and no link sets it. */
function drawerFilter<Variable extends string, Loaded extends string>(
  spec: FilterSpec<Variable, Loaded>,
  noun: Noun,
  prefix: string,
): readonly FilterSpec<Variable, Loaded>[] {
  switch (spec.kind) {
    case 'link':
      return [];
    case 'days':
      return [{ ...spec, start: `${prefix}${spec.start}`, end: `${prefix}${spec.end}`, pinned: false }];
    case 'search':
      return [{ ...spec, parameter: `${prefix}${spec.parameter}`, placeholder: `Search ${noun}` }];
    default:
      return [{ ...spec, parameter: `${prefix}${spec.parameter}`, pinned: spec.parameter === 'status' }];
  }
}

/** Holds the open tab of a drawer; absent for its list. */
export const drawerTabParameters = (noun: Noun): ParameterSet => ({
  [`${drawerPrefix(noun)}tab`]: text,
});

/** The query parameters that a drawer reads. */
export const drawerParameters = <Variables extends PageVariables>(
  noun: Noun,
  filters: TransferFilters<Variables>,
): ParameterSet => ({
  ...listParameters(drawerView(noun, filters)),
  ...drawerTabParameters(noun),
});
