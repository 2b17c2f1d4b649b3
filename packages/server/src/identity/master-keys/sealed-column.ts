import type { RawBuilder } from 'kysely';

export type SealedRow = Readonly<Record<string, string | number | null>>;

/** A column whose values the master key seals, beside the column `master_key_id`. The room of the table declares it. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  readonly primaryKey: readonly string[];
  /** Further columns that the purpose is made from. */
  readonly others: readonly string[];
  readonly scope: 'withSystem' | 'withIdentity';
  /** Text that the value is bound to. */
  purposeOf(row: SealedRow): string;
  /** Statement that assigns columns of the rows that a condition holds for. */
  update(assignments: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown>;
};

/** A column as text; empty for null. */
export const textOf = (row: SealedRow, column: string): string => String(row[column] ?? '');
