import { createReadStream } from 'node:fs';
import { type Column, type ColumnType, typeName } from '@switchboard/model/schema';
import { readRecords } from '../delivery/read-records.ts';
import type { Content, DeliveryRequest } from '../spec.ts';
import { alteredValue } from './altered-value.ts';
import { keepsValue } from './kept-value.ts';
import type { ColumnTypes, StoredType } from './stored-type.ts';

/** The column of a table that takes a column of the rows. */
export type TakingColumn = {
  readonly name: string;
  /** As the server spells it, with its length or digits. */
  readonly type: string;
};

type Doubt = {
  readonly column: Column;
  readonly taker: TakingColumn;
  readonly stored: StoredType;
  /** A value of the type that the column would change. */
  readonly value: string;
};

/**
 * The reason why a table does not keep the values of some columns, with the statements that change that; null where it keeps each value
 * of the rows. They are read only where a type of the table does not keep every value of the type of the rows.
 * @param takerOf the column of the table; undefined for one that is not there
 * @param changeType the statement that gives a column of the table the type of a column of the rows
 */
export async function unkeptColumns(
  { columns, content }: Pick<DeliveryRequest, 'columns' | 'content'>,
  types: ColumnTypes,
  takerOf: (name: string) => TakingColumn | undefined,
  changeType: (column: Column, taker: TakingColumn) => string,
): Promise<string | null> {
  const doubts = columns.flatMap((column): readonly Doubt[] => {
    const taker = takerOf(column.name);
    if (taker === undefined) return [];
    const stored = types.read(taker.type.toLowerCase());
    const value = alteredValue(column.type, stored, types);
    return value === null ? [] : [{ column, taker, stored, value }];
  });
  const unkept = doubts.length === 0 ? [] : await confirmed(doubts, content);
  if (unkept.length === 0) return null;
  const reasons = unkept.map(
    ({ column, taker, value }) =>
      `its column ${column.name} of type ${taker.type} would change values of ${typeName(column.type)}, such as ${value}`,
  );
  const statements = unkept.map(({ column, taker, stored }) =>
    changeType({ ...column, type: keepingBoth(column.type, stored) }, taker),
  );
  return `${reasons.join('; ')}. To keep them: ${statements.join('; ')}`;
}

/** The type that a column gets: one of floats may hold fractions, which integers or decimals of few digits would round. */
function keepingBoth(type: ColumnType, stored: StoredType): ColumnType {
  const isNumber = type.kind === 'integer' || type.kind === 'decimal';
  if (stored.kind !== 'float' || !isNumber) return type;
  return { kind: 'decimal', precision: 38, scale: Math.max(10, type.kind === 'decimal' ? type.scale : 0) };
}

/** Doubts about columns of which the rows have a value that is perhaps changed. */
async function confirmed(doubts: readonly Doubt[], { format, path }: Content): Promise<readonly Doubt[]> {
  if (format !== 'csv') return doubts;
  let open: (Doubt & { readonly at: number })[] | null = null;
  const found = new Set<Column>();
  for await (const records of readRecords(createReadStream(path)))
    for (const record of records) {
      if (open === null) {
        open = doubts.map((doubt) => ({ ...doubt, at: record.indexOf(doubt.column.name) }));
        continue;
      }
      for (const { column, stored, at } of open)
        if (at < 0 || !keepsValue(column.type, stored, record[at] ?? null)) found.add(column);
      if (found.size === doubts.length) return doubts;
    }
  return doubts.filter(({ column }) => found.has(column));
}

/** The reason why a table lacks columns, with the statements that add them. */
export const missingColumns = (names: readonly string[], statements: readonly string[]): string =>
  `it has no column ${names.join(', ')}. To add: ${statements.join('; ')}; or set evolve to add_columns`;
