import type { ColumnTypes, StoredType } from '../../column-types/stored-type.ts';

const NUMERIC_SCALE = 9;
const BIGNUMERIC_SCALE = 38;

const KINDS: Readonly<Record<string, StoredType>> = {
  string: { kind: 'text' },
  int64: { kind: 'integer' },
  integer: { kind: 'integer' },
  float64: { kind: 'float', digits: 15 },
  float: { kind: 'float', digits: 15 },
  bool: { kind: 'boolean' },
  boolean: { kind: 'boolean' },
  date: { kind: 'date' },
  datetime: { kind: 'datetime', digits: 6 },
  timestamp: { kind: 'datetime', digits: 6 },
  time: { kind: 'time', digits: 6 },
  json: { kind: 'json' },
};

/** Types as the API describes them, such as numeric(10,2), with the conversions that the documentation states. */
export const BIGQUERY_TYPES: ColumnTypes = {
  read(type) {
    const [, base = '', scale] = /^(\w+)(?:\(\d+,(\d+)\))?/.exec(type) ?? [];
    if (base === 'numeric') return { kind: 'decimal', scale: Number(scale ?? NUMERIC_SCALE) };
    if (base === 'bignumeric') return { kind: 'decimal', scale: Number(scale ?? BIGNUMERIC_SCALE) };
    return KINDS[base] ?? { kind: 'other' };
  },
  isLeftToServer: new Set([
    'decimal integer',
    'float integer',
    'boolean integer',
    'boolean decimal',
    'boolean float',
    'text json',
    'date json',
    'datetime json',
    'time json',
  ]),
};
