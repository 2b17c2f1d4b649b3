import type { ReactNode } from 'react';
import type { GridSelection } from '../../ui/data-table/selection/selection.ts';
import type { Column, RowAction } from '../../ui/data-table/types.ts';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { ViewsButton } from '../saved-views/views-button.tsx';
import { ConnectionGrid } from './connection-grid.tsx';
import type { Identified } from './list-description.ts';
import type { ListState } from './use-list.ts';

export type ListPanelProps<Row extends Identified> = {
  readonly state: ListState<Row>;
  readonly columns: readonly Column<Row>[];
  /** Accessible name of the grid; by default the list's title. */
  readonly label?: string;
  /** Accessible name of the filters; by default the list's title. */
  readonly filtersLabel?: string;
  /** The list is the page's own: `/` focuses its search field. */
  readonly primary?: boolean;
  /** Absent where rows do not open. */
  readonly onOpen?: (row: Row) => void;
  readonly selectedId?: string;
  /** Absent where rows cannot be selected. */
  readonly selection?: GridSelection | undefined;
  readonly detail?: (row: Row) => ReactNode;
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined;
  /** Shown when the list is empty without any filter. */
  readonly emptyTitle: string;
  readonly emptyText?: ReactNode;
};

/** A list with its filters. */
export function ListPanel<Row extends Identified>(props: ListPanelProps<Row>) {
  const { state, label, filtersLabel, primary = false, ...grid } = props;
  const { list } = state;
  return (
    <>
      <FilterBar
        {...state.filters}
        label={filtersLabel ?? list.title}
        primary={primary}
        aside={primary && <ViewsButton {...state.viewable} />}
      />
      <ConnectionGrid
        {...grid}
        label={label ?? list.title}
        connection={state.connection}
        rowName={list.rowName}
        {...(list.rowHeight === undefined ? {} : { rowHeight: list.rowHeight })}
        layout={state.layout}
        onLayoutChange={state.setLayout}
        {...(state.sort === undefined ? {} : { sort: state.sort, onSort: state.setSort })}
        onScrolledChange={state.setScrolled}
        narrowing={state.narrowing}
        onClearFilters={state.clearFilters}
      />
    </>
  );
}
