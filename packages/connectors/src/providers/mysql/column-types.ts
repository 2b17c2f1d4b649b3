import type { ColumnTypes, StoredType } from '../../column-types/stored-type.ts';

const KINDS: Readonly<Record<string, StoredType>> = {
  ...Object.fromEntries(
    ['char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'binary', 'varbinary', 'tinyblob', 'blob']
      .concat(['mediumblob', 'longblob'])
      .map((name) => [name, { kind: 'text' }] as const),
  ),
  ...Object.fromEntries(
    ['tinyint', 'smallint', 'mediumint', 'int', 'bigint'].map((name) => [name, { kind: 'integer' }] as const),
  ),
  // Numbers in it with a fraction, or of more than 64 bits, are those of a double. MariaDB has texts instead.
  json: { kind: 'json', digits: 15 },
  date: { kind: 'date' },
  year: { kind: 'recoded' },
  enum: { kind: 'choices' },
  set: { kind: 'choices' },
};

function read(type: string): StoredType {
  // Such as decimal(4,1), datetime(6), int(11) unsigned.
  const [, base = '', first, second] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type) ?? [];
  const digits = Number(first ?? 0);
  switch (base) {
    case 'decimal':
      return { kind: 'decimal', scale: Number(second ?? 0) };
    case 'float':
      return second === undefined
        ? { kind: 'float', digits: 6 }
        : { kind: 'decimal', scale: Number(second), digits: 6 };
    case 'double':
      return second === undefined
        ? { kind: 'float', digits: 15 }
        : { kind: 'decimal', scale: Number(second), digits: 15 };
    case 'bit':
      return first === undefined || digits === 1 ? { kind: 'boolean' } : { kind: 'recoded' };
    case 'datetime':
    case 'timestamp':
      return { kind: 'datetime', digits };
    case 'time':
      return { kind: 'time', digits };
    default:
      return KINDS[base] ?? { kind: 'other' };
  }
}

/** Numbers are rounded to integers, with no more than a note. Booleans are sent as digits, which all numbers keep. */
export const MYSQL_TYPES: ColumnTypes = {
  read,
  isLeftToServer: new Set([
    'boolean integer',
    'boolean decimal',
    'boolean float',
    'text json',
    'date json',
    'datetime json',
    'time json',
  ]),
};
