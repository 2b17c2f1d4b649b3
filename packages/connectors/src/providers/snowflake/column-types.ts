import type { ColumnTypes, StoredType } from '../../column-types/stored-type.ts';

const NANOSECONDS = 9;

/** Types as the API describes them, such as fixed(10,2), with the conversions that the documentation states. */
function read(type: string): StoredType {
  const [, base = '', first, second] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type) ?? [];
  const digits = Number(first ?? NANOSECONDS);
  switch (base) {
    case 'text':
    case 'boolean':
    case 'date':
      return { kind: base };
    case 'fixed':
      return { kind: 'decimal', scale: Number(second ?? 0) };
    case 'real':
      return { kind: 'float', digits: 15 };
    case 'variant':
      return { kind: 'json' };
    case 'time':
      return { kind: 'time', digits };
    case 'timestamp_ntz':
    case 'timestamp_ltz':
    case 'timestamp_tz':
      return { kind: 'datetime', digits };
    default:
      return { kind: 'other' };
  }
}

/** A word is not converted to a number, nor a text to JSON that it is not. */
export const SNOWFLAKE_TYPES: ColumnTypes = {
  read,
  isLeftToServer: new Set(['boolean decimal', 'boolean float', 'text json', 'date json', 'datetime json', 'time json']),
};
