/** A column of a table; null stands for all columns that are not declared, those that `*` takes. */
export type Origin = readonly [table: string, column: string | null];

/**
 * Origins of a table's columns: the columns of other tables that they come from. All lists but `origins` hold positions in it, ascending.
 * `columns` has one list for each of the table's declared columns, in their order; a constant's is empty.
 */
export type Trace = {
  /** Sorted by table, then column, the undeclared ones first; each once. */
  readonly origins: readonly Origin[];
  readonly columns: readonly (readonly number[])[];
  /** Origins of the undeclared columns of an open table. */
  readonly rest?: readonly number[];
  /**
   * Origins that decide which rows exist: conditions, joins, the order where there is a limit, the keys of an upsert.
   */
  readonly conditions: readonly number[];
};

/**
 * Where a table's columns come from: `origins` are columns of source tables, through all tables between. `step` says the same
 * of the table's own inputs; it is left out where all of them are source tables, so that both are equal.
 */
export type Lineage = Trace & { readonly step?: Trace };
