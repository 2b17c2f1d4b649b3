import type { Column } from '@switchboard/model';
import type { Matching, Typed, TypedOrder } from './typed.ts';

export type OutputItem =
  | { readonly kind: 'value'; readonly name: string; readonly value: Typed }
  /** One column for each match of the `columns` inside, under its name. */
  | { readonly kind: 'matching'; readonly table: string; readonly value: Typed }
  /** All columns of an open table, those unknown to the compiler included. */
  | {
      readonly kind: 'rest';
      readonly table: string;
      readonly except: readonly string[];
      readonly replace: readonly { readonly name: string; readonly value: Typed }[];
    };

/** A table in a query. `open` tables have columns that only the data knows; `hidden` are its pseudo-columns, `named` those used. */
export type QueryTable = {
  readonly table: string;
  readonly alias: string;
  readonly pseudo: { readonly hidden: readonly string[]; readonly named: readonly string[] };
  readonly expanded: boolean;
};

export type CheckedSelect = {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly items: readonly OutputItem[];
  readonly from: QueryTable;
  readonly joins: readonly {
    readonly kind: 'inner' | 'left' | 'right' | 'full' | 'cross' | 'semi' | 'anti';
    readonly table: QueryTable;
    readonly on: Typed | null;
  }[];
  readonly where: Typed | null;
  readonly grouped: boolean;
  /** Positions in `items` that are keys. */
  readonly keys: readonly number[];
  readonly having: Typed | null;
  readonly qualify: Typed | null;
  readonly order: readonly (Omit<TypedOrder, 'by'> & { readonly by: Typed | number })[];
  readonly limit: number | null;
  readonly offset: number;
};

export type CheckedUnion = {
  readonly kind: 'union';
  readonly byName: boolean;
  readonly parts: readonly CheckedSelect[];
};

/** The rows of a table and those kept from before, one for each key. */
export type CheckedUpsert = {
  readonly kind: 'upsert';
  /** The input's columns; of an open table all of them. */
  readonly input: CheckedSelect;
  /** The table under which the rows kept from before are read. */
  readonly state: string;
  /** The declared columns. */
  readonly columns: readonly Column[];
  readonly keys: readonly string[];
  /** Over the input's columns, under its name. */
  readonly order: readonly TypedOrder[];
};

/** A row for each column of an open table that matches, its value as a text, beside all other columns. */
export type CheckedUnpivot = {
  readonly kind: 'unpivot';
  readonly from: QueryTable;
  readonly matching: Matching;
  readonly nameColumn: string;
  readonly valueColumn: string;
};

/** A query that a dialect emits as one statement. */
export type CheckedQuery = CheckedSelect | CheckedUnion | CheckedUpsert | CheckedUnpivot;

/** Stands for a query that nothing reads. */
export const NO_QUERY: CheckedQuery = { kind: 'union', byName: false, parts: [] };

/** The result of checking a query. `open`: whether some columns are known at run time only. */
export type CheckedResult = {
  readonly query: CheckedQuery;
  readonly columns: readonly Column[];
  readonly open: boolean;
};
