import type { ShownTable } from './use-table-preview.ts';

type DirtyRow = ShownTable['dirty_rows'][number];

/** A line of the grid: a row of the table, or a record of a file that does not fit it. */
export type PreviewLine = {
  readonly id: string;
  /** Number of a row, from 1. */
  readonly number: number | null;
  readonly cells: readonly (string | null)[];
  readonly dirty: DirtyRow | null;
};

/** The values of a row, which GraphQL does not type. */
const textsOf = (row: unknown): readonly (string | null)[] =>
  Array.isArray(row) ? row.map((value) => (value === null ? null : String(value))) : [];

/** The rows of a preview in order, with the dirty rows where they stand in the file. */
export function previewLines({ rows, dirty_rows: dirty }: Pick<ShownTable, 'rows' | 'dirty_rows'>): PreviewLine[] {
  const lines: PreviewLine[] = [];
  const left = dirty.toSorted((one, other) => one.before - other.before || one.line - other.line);
  const addDirty = (before: number): void => {
    for (let next = left[0]; next !== undefined && next.before <= before; next = left[0]) {
      left.shift();
      lines.push({ id: `dirty ${lines.length}`, number: null, cells: [], dirty: next });
    }
  };
  const values: readonly unknown[] = Array.isArray(rows) ? rows : [];
  for (const [index, row] of values.entries()) {
    addDirty(index);
    lines.push({ id: `row ${index}`, number: index + 1, cells: textsOf(row), dirty: null });
  }
  addDirty(Number.POSITIVE_INFINITY);
  return lines;
}

/** Describes the shown part of a table's rows: "First 200 of 12,345 rows". @param format a number as people read it */
export function rowsText(
  { rows, row_count: total }: Pick<ShownTable, 'rows' | 'row_count'>,
  format: (count: number) => string,
): string {
  const shown = Array.isArray(rows) ? rows.length : 0;
  const of = (count: number): string => `${format(count)} ${count === 1 ? 'row' : 'rows'}`;
  if (total === null) return `First ${of(shown)}`;
  return shown < total ? `First ${format(shown)} of ${of(total)}` : of(total);
}
