import type { TableInfo } from '../check/program.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { Span } from '../text/span.ts';

/** A column of a table, by name. */
export type ColumnOf = { readonly table: string; readonly name: string };

/**
 * A column that passes from one table to the next under its own name. `at` carries it along; `computed`: the expression
 * before `at` in `* replace (… as at)` takes its place.
 */
export type ColumnSource = ColumnOf & { readonly at: Span; readonly computed: boolean };

/** The known columns of a table that a query reads. */
export type ReadTable = Pick<TableInfo, 'columns' | 'open'>;

export type FindTable = (name: string) => ReadTable | undefined;

/** The columns of this name in the tables that a query takes whole; names match in any case. */
export function columnsByName(tables: readonly Name[], output: string, findTable: FindTable): ColumnSource[] {
  const key = output.toLowerCase();
  return tables.flatMap((at): ColumnSource[] => {
    const info = findTable(at.text);
    const column = info?.columns.find((each) => each.name.toLowerCase() === key);
    if (column) return [{ table: at.text, name: column.name, at, computed: false }];
    return info?.open ? [{ table: at.text, name: output, at, computed: false }] : [];
  });
}
