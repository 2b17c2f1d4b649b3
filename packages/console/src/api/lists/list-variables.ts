import { choice, type ParameterSet, text, type Values } from '../../lib/url-state.ts';
import type { Sort } from '../../ui/data-table/types.ts';
import { filterParameters, filterVariables } from '../../ui/filters/filter-spec.ts';
import type { ListView, Sorting } from './list-description.ts';
import type { PageVariables } from './use-connection.ts';

/** The query parameters of the address that a list reads: its filters, its order, and others. */
export function listParameters<Variables extends PageVariables>({
  filters,
  sorting,
  further,
}: ListView<Variables>): ParameterSet {
  return { ...filterParameters(filters), ...(sorting === undefined ? {} : sortParameters(sorting)), ...further };
}

/** What opens the drawer of a page. */
type DrawerSelection = {
  readonly parameter: string;
  readonly further?: Readonly<Record<string, unknown>>;
};

/** The query parameters that select the row of a page's drawer. */
export function selectionParameters({ parameter, further = {} }: DrawerSelection): ParameterSet {
  return Object.fromEntries([parameter, ...Object.keys(further)].map((name) => [name, text]));
}

function sortParameters({ columns }: Sorting): ParameterSet {
  return { sortBy: choice(columns, columns[0]), sortDirection: choice(['DESC', 'ASC'], 'DESC') };
}

/** The order that the address asks for; undefined for a list that has one only. */
export function sortOf<Variables extends PageVariables>(
  { sorting }: ListView<Variables>,
  values: Values<ParameterSet>,
): Sort | undefined {
  return sorting === undefined
    ? undefined
    : { column: String(values['sortBy']), direction: values['sortDirection'] as Sort['direction'] };
}

/** The variables of a list's query without its page, from the values of `listParameters`. */
export function listVariables<Variables extends PageVariables>(
  view: ListView<Variables>,
  values: Values<ParameterSet>,
  today: string,
  scope: Partial<Variables>,
): Omit<Variables, 'first' | 'after'> {
  const sort = sortOf(view, values);
  return {
    ...filterVariables(view.filters, values, today),
    ...(sort === undefined ? {} : { sortBy: sort.column, sortDirection: sort.direction }),
    ...scope,
  } as Omit<Variables, 'first' | 'after'>;
}
