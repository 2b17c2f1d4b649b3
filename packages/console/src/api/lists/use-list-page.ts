import { useCallback, useMemo } from 'react';
import { text } from '../../lib/url-state.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import type { Identified, ListDescription, ListView } from './list-description.ts';
import type { PageVariables } from './use-connection.ts';
import { type ListState, useList } from './use-list.ts';

/** A page's list, and the drawer over it that shows one of its rows. */
export type ListPageView<Variables extends PageVariables, Row> = ListView<Variables> & {
  readonly drawer: {
    /** Holds the id of the open row in the address. */
    readonly parameter: string;
    /** Further parameters that opening a row sets and closing clears. */
    readonly further?: Readonly<Record<string, (row: Row) => string>>;
  };
};

export type ListPageState<Row extends Identified> = ListState<Row> & {
  /** The id in the address; empty while the drawer is closed. */
  readonly openId: string;
  /** The open row, when the list has loaded it. */
  readonly openRow: Row | undefined;
  readonly open: (row: Row) => void;
  readonly close: () => void;
  /** The query of a link that opens a row. */
  readonly linkTo: (row: Row) => string;
};

/** Wires a page that is a list: address, filters, grid, live updates and drawer. Rendered by `ListPage`. */
export function useListPage<Data, Variables extends PageVariables, Row extends Identified>(
  list: ListDescription<Data, Variables, Row>,
  view: ListPageView<Variables, Row>,
): ListPageState<Row> {
  const state = useList(list, view);
  const { parameter, further } = view.drawer;
  const names = useMemo(() => [parameter, ...Object.keys(further ?? {})], [parameter, further]);
  const parameters = useMemo(() => Object.fromEntries(names.map((name) => [name, text])), [names]);
  const [values, change, link] = useUrlState(parameters);
  const selection = useCallback(
    (row: Row) => ({
      [parameter]: row.id,
      ...Object.fromEntries(Object.entries(further ?? {}).map(([name, textOf]) => [name, textOf(row)])),
    }),
    [parameter, further],
  );
  const openId = values[parameter] ?? '';
  return {
    ...state,
    openId,
    openRow: state.connection.rows.find((row) => row.id === openId),
    open: useCallback((row: Row) => change(selection(row)), [change, selection]),
    close: useCallback(() => change(Object.fromEntries(names.map((name) => [name, '']))), [change, names]),
    linkTo: useCallback((row: Row) => link(selection(row)), [link, selection]),
  };
}
