import type { TypedDocumentNode } from 'urql';
import type { ParameterSet } from '../../lib/address/url-state.ts';
import type { FilterSpec } from '../../ui/filters/filter-spec.ts';
import type { Changes } from '../live/live.ts';
import type { GridName } from '../preferences/preferences.ts';
import type { Page } from './connection-state.ts';
import type { PageVariables } from './use-connection.ts';
import type { FilterOptionName } from './use-filter-options.ts';

export type Identified = { readonly id: string };

/** A list of the server: how it is queried, kept up to date and named. A constant. */
export type ListDescription<Data, Variables extends PageVariables, Row extends Identified> = {
  /** Its heading and accessible name: "Downloads". */
  readonly title: string;
  /** Noun of a row: "download". */
  readonly noun: string;
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly select: (data: Data) => Page<Row>;
  /** The ids in a message of the live connection that may belong to the list. */
  readonly changedIds: (changes: Changes) => readonly string[];
  /** The rows in such a message, where it has them whole. */
  readonly changedRows?: (changes: Changes) => readonly Row[];
  /** Whether the list still changes by itself: without the live connection it is then polled. */
  readonly isRunning: (rows: readonly Row[]) => boolean;
  /** How a row is called in the labels of its controls. */
  readonly rowName: (row: Row) => string;
  /** In pixels, of every row or of each; by default as high as the theme says. */
  readonly rowHeight?: number | ((row: Row) => number);
};

/** A list whose types follow from its document and its `select`. */
export function describeList<Data, Variables extends PageVariables, Row extends Identified>(
  title: string,
  document: TypedDocumentNode<Data, Variables>,
  rest: Omit<ListDescription<Data, Variables, Row>, 'title' | 'document'>,
): ListDescription<Data, Variables, Row> {
  return { title, document, ...rest };
}

export type Sorting = {
  /** The names by which the server sorts. */
  readonly columns: readonly [string, ...string[]];
  /** Begins the parameters of the address that hold the order. */
  readonly prefix?: string;
};

/** Where a list appears: its filters in the address, its saved grid layout. A constant. */
export type ListView<Variables extends PageVariables> = {
  readonly grid: GridName;
  readonly pageSize: number;
  readonly filters: readonly FilterSpec<keyof Variables & string, FilterOptionName>[];
  /** Absent where the list has one order only. */
  readonly sorting?: Sorting;
  /** Parameters of the address that neither filter nor sort. */
  readonly further?: ParameterSet;
};
