import type { Column } from '@switchboard/model/schema';
import type { CheckedQuery, ValueType } from '../typed/typed.ts';
import { NULL } from '../typed/types.ts';

/** A column of a query. `untyped`: all its values are a bare null, which fits every type; alone it is a string. */
export type CheckedColumn = Column & { readonly untyped?: true };

/** The type that the values of a column have for those who read them. */
export function typeOfColumn({ type, untyped }: CheckedColumn): ValueType {
  return untyped ? NULL : type;
}

/** The columns as plans have them. */
export function plainColumns(columns: readonly CheckedColumn[]): readonly Column[] {
  if (!columns.some(({ untyped }) => untyped)) return columns;
  return columns.map(({ name, type, nullable }) => ({ name, type, nullable }));
}

/** Columns of other tables, by the name under which a query carries them along. */
export type LocalColumns = ReadonlyMap<string, { readonly table: string; readonly name: string }>;

/** The result of checking a query. `open`: whether some columns are known at run time only. */
export type CheckedResult = {
  readonly query: CheckedQuery;
  readonly columns: readonly CheckedColumn[];
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
