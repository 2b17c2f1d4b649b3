import { useMemo, useState } from 'react';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { utcToday } from '../../lib/dates.ts';
import type { GridLayout, Sort } from '../../ui/data-table/types.ts';
import type { FilterBarProps } from '../../ui/filters/filter-bar.tsx';
import { clearedFilters, type LoadedOptions, type Narrowing, narrowing } from '../../ui/filters/filter-spec.ts';
import type { Live } from '../live/live.ts';
import { type GridName, useGridLayout } from '../preferences/preferences.ts';
import type { ViewableList } from '../saved-views/views-button.tsx';
import type { Identified, ListDescription, ListView } from './list-description.ts';
import { listParameters, listVariables, sortChange, sortOf } from './list-variables.ts';

import type { Connection, PageVariables } from './use-connection.ts';
import { useFilterOptions } from './use-filter-options.ts';
import { useInvalidParameters } from './use-invalid-parameters.ts';
import { useLiveConnection } from './use-live-connection.ts';

/** A list with everything that its panel needs: filters, rows, grid layout. */
export type ListState<Row extends Identified> = {
  readonly list: Pick<ListDescription<never, never, Row>, 'title' | 'noun' | 'rowName' | 'rowHeight'>;
  readonly connection: Connection<Row>;
  readonly live: Live;
  readonly filters: Omit<FilterBarProps, 'label' | 'primary'> & { readonly loaded: LoadedOptions };
  readonly narrowing: Narrowing;
  readonly clearFilters: () => void;
  readonly viewable: ViewableList;
  readonly layout: GridLayout;
  readonly setLayout: (layout: GridLayout) => void;
  readonly sort: Sort | undefined;
  readonly setSort: (sort: Sort) => void;
  readonly setScrolled: (scrolled: boolean) => void;
  readonly grid: GridName;
  /** The variables of the query, without the page. */
  readonly variables: Readonly<Record<string, unknown>>;
};

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
  const { filters: specs } = view;
  const parameters = useMemo(() => listParameters(view), [view]);
  const [values, change] = useUrlState(parameters);
  const [layout, setLayout] = useGridLayout(view.grid);
  const [scrolled, setScrolled] = useState(false);
  const loaded = useFilterOptions(specs);
  const sort = sortOf(view, values);
  const variables = listVariables(view, values, utcToday(new Date()), scope);
  const { connection, live } = useLiveConnection(list, { variables, pageSize: view.pageSize, held: scrolled });
  useInvalidParameters(specs, parameters);
  return {
    list,
    connection,
    live,
    filters: { specs, values, onChange: change, loaded },
    narrowing: narrowing(specs, values),
    clearFilters: () => change(clearedFilters(specs)),
    viewable: { list: view.grid, specs, names: Object.keys(parameters) },
    layout,
    setLayout,
    sort,
    setSort: (chosen) => {
      const patch = sortChange(view.sorting, chosen);
      if (patch !== undefined) change(patch);
    },
    setScrolled,
    grid: view.grid,
    variables,
  };
}
