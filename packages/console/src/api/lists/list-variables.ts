import { choice, type ParameterSet, text, type Values } from '../../lib/address/url-state.ts';
import type { Sort } from '../../ui/data-table/types.ts';
import { type FilterValues, filterParameters, filterVariables } from '../../ui/filters/filter-spec.ts';
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

/** Selection of a page's drawer. */
type DrawerSelection = {
  readonly parameter: string;
  readonly further?: Readonly<Record<string, unknown>>;
};

/** The query parameters that select the row of a page's drawer. */
export function selectionParameters({ parameter, further = {} }: DrawerSelection): ParameterSet {
  return Object.fromEntries([parameter, ...Object.keys(further)].map((name) => [name, text]));
}

/** The query parameters that hold the order of a list. */
function sortNames({ prefix = '' }: Sorting): { readonly by: string; readonly direction: string } {
  return { by: `${prefix}sortBy`, direction: `${prefix}sortDirection` };
}

function sortParameters(sorting: Sorting): ParameterSet {
  const { by, direction } = sortNames(sorting);
  return { [by]: choice(sorting.columns, sorting.columns[0]), [direction]: choice(['DESC', 'ASC'], 'DESC') };
}

/** The change of the address that sorts a list; undefined for a column by which the server does not sort. */
export function sortChange(sorting: Sorting | undefined, { column, direction }: Sort): FilterValues | undefined {
  if (sorting?.columns.includes(column) !== true) return undefined;
  const names = sortNames(sorting);
  return { [names.by]: column, [names.direction]: direction };
}

/** The order that the address asks for; undefined for a list that has one only. */
export function sortOf<Variables extends PageVariables>(
  { sorting }: ListView<Variables>,
  values: Values<ParameterSet>,
): Sort | undefined {
  if (sorting === undefined) return undefined;
  const { by, direction } = sortNames(sorting);
  return { column: String(values[by]), direction: values[direction] as Sort['direction'] };
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
