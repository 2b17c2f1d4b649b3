import { useCallback, useMemo, useState } from 'react';
import { utcToday } from '../../lib/dates.ts';
import { choice, type ParameterSet } from '../../lib/url-state.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import type { GridLayout, Sort } from '../../ui/data-table/types.ts';
import type { FilterBarProps, LoadedOptions } from '../../ui/filters/filter-bar.tsx';
import {
  clearedFilters,
  type FilterValues,
  filterParameters,
  filterVariables,
  type Narrowing,
  narrowing,
} from '../../ui/filters/filter-spec.ts';
import type { Live } from '../live/live.ts';
import { useGridLayout } from '../preferences/preferences.ts';
import type { Identified, ListDescription, ListView, Sorting } from './list-description.ts';

import type { Connection, PageVariables } from './use-connection.ts';
import { useFilterOptions } from './use-filter-options.ts';
import { useLiveConnection } from './use-live-connection.ts';

/** A list with everything that its panel needs: filters, rows, grid layout. */
export type ListState<Row extends Identified> = {
  readonly list: Pick<ListDescription<never, never, Row>, 'title' | 'rowName' | 'rowHeight'>;
  readonly connection: Connection<Row>;
  readonly live: Live;
  readonly filters: Omit<FilterBarProps, 'label' | 'primary'> & { readonly loaded: LoadedOptions };
  readonly narrowing: Narrowing;
  readonly clearFilters: () => void;
  readonly layout: GridLayout;
  readonly setLayout: (layout: GridLayout) => void;
  readonly sort: Sort | undefined;
  readonly setSort: (sort: Sort) => void;
  readonly setScrolled: (scrolled: boolean) => void;
};

function sortParameters({ columns }: Sorting): ParameterSet {
  return { sortBy: choice(columns, columns[0]), sortDirection: choice(['DESC', 'ASC'], 'DESC') };
}

const NO_SCOPE = {};

/**
 * Wires a list: filters and sorting to the address, their variables to the query, its rows to the live connection.
 * @param scope variables that the place of the list fixes, for example the download whose uploads it shows
 */
export function useList<Data, Variables extends PageVariables, Row extends Identified>(
  list: ListDescription<Data, Variables, Row>,
  view: ListView<Variables>,
  scope: Partial<Variables> = NO_SCOPE,
): ListState<Row> {
  const { filters: specs, sorting } = view;
  const parameters = useMemo(
    () => ({ ...filterParameters(specs), ...(sorting === undefined ? {} : sortParameters(sorting)) }),
    [specs, sorting],
  );
  const [values, change] = useUrlState(parameters);
  const [layout, setLayout] = useGridLayout(view.grid);
  const [scrolled, setScrolled] = useState(false);
  const loaded = useFilterOptions(specs);
  const sort =
    sorting === undefined
      ? undefined
      : { column: String(values['sortBy']), direction: values['sortDirection'] as Sort['direction'] };
  const variables = {
    ...filterVariables(specs, values, utcToday(new Date())),
    ...(sort === undefined ? {} : { sortBy: sort.column, sortDirection: sort.direction }),
    ...scope,
  } as Omit<Variables, 'first' | 'after'>;
  const { connection, live } = useLiveConnection(list, { variables, pageSize: view.pageSize, held: scrolled });
  const changeFilters = useCallback(
    (patch: FilterValues, options?: { readonly replace?: boolean }) => change(patch, options),
    [change],
  );
  return {
    list,
    connection,
    live,
    filters: { specs, values, onChange: changeFilters, loaded },
    narrowing: narrowing(specs, values),
    clearFilters: () => change(clearedFilters(specs)),
    layout,
    setLayout,
    sort,
    setSort: ({ column, direction }) => {
      if (sorting?.columns.includes(column) === true) change({ sortBy: column, sortDirection: direction });
    },
    setScrolled,
  };
}
