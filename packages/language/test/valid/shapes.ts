import type { ColumnType } from '@switchboard/model/schema';
import { sqlType } from '../../src/emit/duckdb/literals.ts';
import { type Choices, often, pick, several } from './choices.ts';

export const SCALARS = [
  'string',
  'integer',
  'decimal',
  'float',
  'boolean',
  'date',
  'datetime',
  'time',
  'json',
] as const;
export type Scalar = (typeof SCALARS)[number];

/** A type as far as the grammar needs it: of decimals, the checker alone knows the digits. */
export type Shape =
  | { readonly kind: Scalar }
  | { readonly kind: 'list'; readonly element: Shape }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly shape: Shape }[] };

export function scalar(kind: Scalar): Shape {
  return { kind };
}

export function sameShape(a: Shape, b: Shape): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function shapeOf(type: ColumnType): Shape {
  if (type.kind === 'list') return { kind: 'list', element: shapeOf(type.element) };
  if (type.kind === 'record')
    return { kind: 'record', fields: type.fields.map(({ name, type: inner }) => ({ name, shape: shapeOf(inner) })) };
  return { kind: type.kind === 'unknown' ? 'string' : type.kind };
}

const DIGITS: readonly (readonly [number, number])[] = [
  [18, 6],
  [9, 2],
  [1, 0],
  [1, 1],
  [4, 3],
  [19, 0],
  [38, 0],
  [38, 9],
  [38, 37],
  [38, 38],
  [17, 17],
  [31, 15],
];

function scalarType(choices: Choices, kind: Scalar): ColumnType {
  if (kind !== 'decimal') return { kind };
  const [precision, scale] = pick(choices, DIGITS);
  return { kind, precision, scale };
}

/** A type of a source's column. */
export function columnType(choices: Choices, depth = 0): ColumnType {
  const nested = depth < 2 && often(choices, 18);
  if (!nested) return scalarType(choices, pick(choices, SCALARS));
  if (often(choices, 50)) return { kind: 'list', element: columnType(choices, depth + 1) };
  const fields = several(1 + choices.whole(3), (index) => ({
    name: `${pick(choices, ['f', 'date', 'the '])}${index}`,
    type: columnType(choices, depth + 1),
    nullable: true,
  }));
  return { kind: 'record', fields };
}

const quoted = (name: string): string => (/^[a-z_]\w*$/.test(name) ? name : `"${name}"`);

/** The type as a script writes it. Formats belong to columns of sources, so only `formats` may have one. */
export function typeText(choices: Choices, type: ColumnType, formats = false): string {
  switch (type.kind) {
    case 'list':
      return `[${typeText(choices, type.element)}]`;
    case 'record':
      return `{ ${type.fields.map((field) => `${quoted(field.name)}: ${typeText(choices, field.type)};`).join(' ')} }`;
    case 'decimal':
      if (type.precision === 18 && type.scale === 6 && often(choices, 30)) return 'decimal';
      return type.scale === 0 && often(choices, 50)
        ? `decimal(${type.precision})`
        : `decimal(${type.precision}, ${type.scale})`;
    case 'date':
      return formats && often(choices, 40)
        ? `date("${pick(choices, ['YYYY-MM-dd', 'd.M.YY', 'MMM dd, YYYY'])}")`
        : 'date';
    case 'datetime':
      return formats && often(choices, 40) ? 'datetime("YYYY-MM-ddTHH:mm:ss.SSSZ")' : 'datetime';
    default:
      return type.kind;
  }
}

const VALUES: Readonly<Record<Exclude<Scalar, 'decimal'>, readonly string[]>> = {
  string: ["'abc'", "''", "'12'", "'x,y/z'", "'é \"q\" ''a'''", "'id=42'", "'2026-01-31'"],
  integer: ['1', '0', '-3', '42', '1000'],
  float: ['1.5', '0', '-2.25', '1e6'],
  boolean: ['true', 'false'],
  date: ["'2026-01-31'", "'2024-02-29'", "'1999-12-31'"],
  datetime: ["'2026-01-31 10:20:30.123456'", "'2024-02-29 00:00:00'"],
  time: ["'10:20:30'", "'00:00:00'"],
  json: [`'{"a": {"b": [1, 2]}, "k": "v"}'`, "'[1, 2]'", `'"text"'`, "'12'", "'null'"],
};

/** A value of a type as SQL; null only if it may be. */
export function sqlValue(choices: Choices, type: ColumnType, nullable: boolean): string {
  const cast = (sql: string): string => `CAST(${sql} AS ${sqlType(type) ?? 'VARCHAR'})`;
  if (nullable && often(choices, 25)) return cast('NULL');
  switch (type.kind) {
    case 'list':
      return cast(`[${several(choices.whole(3), () => sqlValue(choices, type.element, true)).join(', ')}]`);
    case 'record':
      return cast(
        `{${type.fields.map((field) => `'${field.name}': ${sqlValue(choices, field.type, true)}`).join(', ')}}`,
      );
    case 'decimal':
      return cast(type.precision > type.scale ? pick(choices, ['1', '0', '-2']) : pick(choices, ['0', '0.1', '-0.1']));
    case 'unknown':
      return "'u'";
    default:
      return cast(pick(choices, VALUES[type.kind]));
  }
}
