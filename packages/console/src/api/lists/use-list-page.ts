import { useCallback, useMemo } from 'react';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { textValue } from '../../ui/filters/filter-spec.ts';
import type { Identified, ListDescription, ListView } from './list-description.ts';
import { selectionParameters } from './list-variables.ts';
import type { PageVariables } from './use-connection.ts';
import { type ListState, useList } from './use-list.ts';

/** A page's list, and the drawer over it that shows one of its rows. */
export type ListPageView<Variables extends PageVariables, Row> = ListView<Variables> & {
  readonly drawer: {
    /** Holds the id of the open row in the address. */
    readonly parameter: string;
    /** Further parameters that opening a row sets and closing clears. */
    readonly further?: Readonly<Record<string, (row: Row) => string>>;
    /** Begins the parameters of the drawer's own filters. They are cleared whenever a drawer opens or closes. */
    readonly prefix?: string;
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

/**
 * Wires a page that is a list: address, filters, grid, live updates and drawer. Rendered by `ListPage`.
 * @param scope variables that the place of the list fixes, for example the backfill whose runs it shows
 */
export function useListPage<Data, Variables extends PageVariables, Row extends Identified>(
  list: ListDescription<Data, Variables, Row>,
  view: ListPageView<Variables, Row>,
  scope?: Partial<Variables>,
): ListPageState<Row> {
  const state = useList(list, view, scope);
  const { parameter, further, prefix } = view.drawer;
  const parameters = useMemo(() => selectionParameters(view.drawer), [view.drawer]);
  const [values, change, link] = useUrlState(parameters);
  const selection = useCallback(
    (row: Row) => ({
      [parameter]: row.id,
      ...Object.fromEntries(Object.entries(further ?? {}).map(([name, textOf]) => [name, textOf(row)])),
    }),
    [parameter, further],
  );
  const options = useMemo(() => (prefix === undefined ? {} : { clear: prefix }), [prefix]);
  const openId = textValue(values, parameter);
  return {
    ...state,
    openId,
    openRow: state.connection.rows.find((row) => row.id === openId),
    open: useCallback((row: Row) => change(selection(row), options), [change, selection, options]),
    close: useCallback(() => {
      const closed = Object.fromEntries(Object.keys(parameters).map((name) => [name, '']));
      // Another row may have been opened before this page knows.
      change((current) => (textValue(current, parameter) === openId ? closed : null), options);
    }, [change, parameters, parameter, openId, options]),
    linkTo: useCallback((row: Row) => link(selection(row), options), [link, selection, options]),
  };
}
