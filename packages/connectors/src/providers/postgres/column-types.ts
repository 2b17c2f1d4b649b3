import type { ColumnTypes, StoredType } from '../../column-types/stored-type.ts';

const LONGEST_NAME = 63;

/** Types by the name that the server gives them, where their digits do not count. */
const KINDS: Readonly<Record<string, StoredType>> = {
  text: { kind: 'text' },
  'character varying': { kind: 'text' },
  character: { kind: 'text' },
  bpchar: { kind: 'text' },
  xml: { kind: 'text' },
  name: { kind: 'cut', characters: LONGEST_NAME },
  smallint: { kind: 'integer' },
  integer: { kind: 'integer' },
  bigint: { kind: 'integer' },
  real: { kind: 'float', digits: 6 },
  'double precision': { kind: 'float', digits: 15 },
  money: { kind: 'decimal', scale: 2 },
  boolean: { kind: 'boolean' },
  date: { kind: 'date' },
  json: { kind: 'json' },
  jsonb: { kind: 'json' },
  bytea: { kind: 'recoded' },
  '"char"': { kind: 'recoded' },
  oid: { kind: 'recoded' },
  tsvector: { kind: 'recoded' },
};

const DIGITS = 6;

function read(type: string): StoredType {
  // Such as numeric(4,1), timestamp(0) without time zone, interval day to minute.
  const [, base = '', first, second, rest = ''] =
    /^("?[a-z ]+?"?)(?: ?\((-?\d+)(?:, ?(-?\d+))?\))?( with(?:out)? time zone)?$/.exec(type) ?? [];
  const digits = first === undefined ? DIGITS : Number(first);
  if (base === 'numeric' || base === 'decimal')
    return { kind: 'decimal', scale: first === undefined ? null : Number(second ?? 0) };
  if (base.startsWith('timestamp')) return { kind: 'datetime', digits };
  if (base === 'time' || base === 'timetz' || (base.startsWith('time ') && rest === ''))
    return { kind: 'time', digits };
  if (base === 'interval') return { kind: 'interval', digits };
  // Its fields leave out seconds, or are left out of times.
  if (base.startsWith('interval ')) return { kind: 'interval', digits: 0 };
  return KINDS[base] ?? { kind: 'other' };
}

/** Numbers are read from texts: a fraction or a word is not an integer, nor a word a number. */
export const POSTGRES_TYPES: ColumnTypes = {
  read,
  isLeftToServer: new Set([
    'decimal integer',
    'float integer',
    'boolean integer',
    'boolean decimal',
    'boolean float',
    'date json',
    'datetime json',
    'time json',
    'text json',
  ]),
};
