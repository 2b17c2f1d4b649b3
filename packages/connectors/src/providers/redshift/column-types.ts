import type { ColumnTypes, StoredType } from '../../column-types/stored-type.ts';

/** By the documentation of Redshift: rows are loaded into a stage of their own types, whose values the INSERT converts. */
const KINDS: Readonly<Record<string, StoredType>> = {
  ...Object.fromEntries(
    ['character varying', 'character', 'varchar', 'char', 'nvarchar', 'nchar', 'bpchar', 'text'].map(
      (name) => [name, { kind: 'text' }] as const,
    ),
  ),
  smallint: { kind: 'integer' },
  integer: { kind: 'integer' },
  bigint: { kind: 'integer' },
  real: { kind: 'float', digits: 6 },
  'double precision': { kind: 'float', digits: 15 },
  boolean: { kind: 'boolean' },
  date: { kind: 'date' },
  super: { kind: 'json' },
};

const MICROSECONDS = 6;

function read(type: string): StoredType {
  const [, base = '', scale] = /^([a-z ]+?)(?:\(\d+, ?(\d+)\))?$/.exec(type) ?? [];
  if (base === 'numeric' || base === 'decimal') return { kind: 'decimal', scale: Number(scale ?? 0) };
  if (base.startsWith('timestamp')) return { kind: 'datetime', digits: MICROSECONDS };
  if (base.startsWith('time')) return { kind: 'time', digits: MICROSECONDS };
  return KINDS[base] ?? { kind: 'other' };
}

/** Numbers are rounded to integers. */
export const REDSHIFT_TYPES: ColumnTypes = {
  read,
  isLeftToServer: new Set(['boolean integer', 'boolean decimal', 'boolean float', 'text json']),
};
