import { PURPOSE_LABELS, PURPOSES } from '@switchboard/model';
import type { Sorting } from '../../api/lists/list-description.ts';
import type { FilterOptionName } from '../../api/lists/use-filter-options.ts';
import type { Option } from '../../ui/filters/choice-chip.tsx';
import type { ChoiceFilter, DaysFilter, FilterSpec } from '../../ui/filters/filter-spec.ts';

export const TRANSFER_SORTING: Sorting = { columns: ['REPORT_DATETIME', 'CREATED', 'STARTED', 'FINISHED'] };

export const TRANSFER_SEARCH = {
  kind: 'search',
  parameter: 'search',
  variable: 'search',
  placeholder: 'Search name, description, id',
} as const satisfies FilterSpec;

export const REPORT_DATE_FILTER = {
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
