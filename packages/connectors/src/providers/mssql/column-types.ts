import type { ColumnTypes, StoredType } from '../../column-types/stored-type.ts';

/** By the documentation of Transact-SQL: conversions of texts, which is how rows are sent. */
const KINDS: Readonly<Record<string, StoredType>> = {
  ...Object.fromEntries(
    ['char', 'varchar', 'text', 'nchar', 'nvarchar', 'ntext'].map((name) => [name, { kind: 'text' }] as const),
  ),
  ...Object.fromEntries(['tinyint', 'smallint', 'int', 'bigint'].map((name) => [name, { kind: 'integer' }] as const)),
  bit: { kind: 'boolean' },
  money: { kind: 'decimal', scale: 4 },
  smallmoney: { kind: 'decimal', scale: 4 },
  real: { kind: 'float', digits: 6 },
  float: { kind: 'float', digits: 15 },
  date: { kind: 'date' },
  // Rounded to steps of a 300th of a second.
  datetime: { kind: 'datetime', digits: 2 },
  // Rounded to minutes.
  smalldatetime: { kind: 'datetime', digits: -2 },
};

function read(type: string): StoredType {
  const [, base = '', first, second] = /^(\w+)(?:\((\d+)(?:, ?(\d+))?\))?/.exec(type) ?? [];
  switch (base) {
    case 'decimal':
    case 'numeric':
      return { kind: 'decimal', scale: Number(second ?? 0) };
    case 'datetime2':
    case 'datetimeoffset':
      return { kind: 'datetime', digits: Number(first ?? 7) };
    case 'time':
      return { kind: 'time', digits: Number(first ?? 7) };
    default:
      return KINDS[base] ?? { kind: 'other' };
  }
}

/** The text of a fraction or of a word is not converted to an integer, nor that of a word to a number. */
export const MSSQL_TYPES: ColumnTypes = {
  read,
  isLeftToServer: new Set(['decimal integer', 'float integer', 'boolean integer', 'boolean decimal', 'boolean float']),
};
