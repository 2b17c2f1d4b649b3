import type { Column } from '@switchboard/model/schema';
import type { CheckedQuery } from '../typed/typed.ts';

/** Columns of other tables, by the name under which a query carries them along. */
export type LocalColumns = ReadonlyMap<string, { readonly table: string; readonly name: string }>;

/** The result of checking a query. `open`: whether some columns are known at run time only. */
export type CheckedResult = {
  readonly query: CheckedQuery;
  readonly columns: readonly Column[];
  readonly open: boolean;
  /** Whether it has columns besides `columns`. */
  readonly wider?: boolean;
  /** Whether it has at most one row. */
  readonly single?: boolean;
  /** Whether its rows have an order. */
  readonly ordered?: boolean;
  /** Columns carried along under their names from other tables. */
  readonly carried?: LocalColumns;
};
