import type { ColumnTypes, StoredType } from '../../column-types/stored-type.ts';

const KINDS: Readonly<Record<string, StoredType>> = {
  string: { kind: 'text' },
  tinyint: { kind: 'integer' },
  smallint: { kind: 'integer' },
  int: { kind: 'integer' },
  bigint: { kind: 'integer' },
  float: { kind: 'float', digits: 6 },
  double: { kind: 'float', digits: 15 },
  boolean: { kind: 'boolean' },
  date: { kind: 'date' },
  timestamp: { kind: 'datetime', digits: 6 },
  timestamp_ntz: { kind: 'datetime', digits: 6 },
  variant: { kind: 'json' },
};

/** By the documentation of Spark SQL. What ANSI mode refuses is changed where a warehouse has it off. */
export const DATABRICKS_TYPES: ColumnTypes = {
  read(type) {
    const [, base = '', scale] = /^(\w+)(?:\(\d+,(\d+)\))?/.exec(type) ?? [];
    return base === 'decimal' ? { kind: 'decimal', scale: Number(scale ?? 0) } : (KINDS[base] ?? { kind: 'other' });
  },
  isLeftToServer: new Set(['text json', 'date json', 'datetime json', 'time json']),
};
