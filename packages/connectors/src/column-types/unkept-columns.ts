import { type Column, typeName } from '@switchboard/model/schema';
import { alteredValue } from './altered-value.ts';
import type { ColumnTypes } from './stored-type.ts';

/** The column of a table that takes a column of the rows. */
export type TakingColumn = {
  readonly name: string;
  /** As the server spells it, with its length or digits. */
  readonly type: string;
};

/**
 * The reason why a table does not keep every value of some columns, with the statements that change that; null where it does.
 * @param takerOf the column of the table; undefined for one that is not there
 * @param changeType the statement that gives a column of the table the type of a column of the rows
 */
export function unkeptColumns(
  columns: readonly Column[],
  types: ColumnTypes,
  takerOf: (name: string) => TakingColumn | undefined,
  changeType: (column: Column, taker: TakingColumn) => string,
): string | null {
  const unkept = columns.flatMap((column) => {
    const taker = takerOf(column.name);
    const value = taker && alteredValue(column.type, types.read(taker.type.toLowerCase()), types);
    return taker === undefined || value == null ? [] : [{ column, taker, value }];
  });
  if (unkept.length === 0) return null;
  const reasons = unkept.map(
    ({ column, taker, value }) =>
      `its column ${column.name} of type ${taker.type} would change values of ${typeName(column.type)}, such as ${value}`,
  );
  const statements = unkept.map(({ column, taker }) => changeType(column, taker));
  return `${reasons.join('; ')}. To keep them: ${statements.join('; ')}`;
}

/** The reason why a table lacks columns, with the statements that add them. */
export const missingColumns = (names: readonly string[], statements: readonly string[]): string =>
  `it has no column ${names.join(', ')}. To add: ${statements.join('; ')}; or set evolve to add_columns`;
