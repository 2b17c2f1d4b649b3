import type { WarehouseField, WarehouseRows } from './warehouse.ts';

/** Spellings of the values of types that a warehouse does not write as they are to be shown. */
export type Spellings = Readonly<Record<string, (value: string) => string>>;

/** Spells the rows of a result with these columns. */
export function spellRows(
  columns: readonly WarehouseField[],
  spellings: Spellings,
): (rows: WarehouseRows) => WarehouseRows {
  const byColumn = columns.map(({ type }) => spellings[type]);
  return (rows) =>
    rows.map((row) =>
      row.map((value, index) => {
        const spelling = byColumn[index];
        return value === null || spelling === undefined ? value : spelling(value);
      }),
    );
}
