import type { Column, ColumnType } from '@switchboard/model/schema';
import { sqlName } from './configuration.ts';

/** Wider than 64 bits: Parquet would round them to floats. */
const WIDE = { kind: 'decimal', precision: 38, scale: 0 } as const;

/** DuckDB's names of the scalar types, by the column type that stands for them. */
const SCALARS: ReadonlyMap<string, ColumnType> = new Map(
  (
    [
      [{ kind: 'string' }, 'VARCHAR'],
      [{ kind: 'integer' }, 'TINYINT SMALLINT INTEGER BIGINT UTINYINT USMALLINT UINTEGER'],
      [WIDE, 'UBIGINT HUGEINT UHUGEINT BIGNUM'],
      [{ kind: 'float' }, 'FLOAT DOUBLE'],
      [{ kind: 'boolean' }, 'BOOLEAN'],
      [{ kind: 'date' }, 'DATE'],
      [{ kind: 'time' }, 'TIME'],
      [{ kind: 'json' }, 'JSON'],
    ] as const
  ).flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
);

const NAMES: Readonly<Record<Exclude<ColumnType['kind'], 'decimal' | 'record' | 'list' | 'unknown'>, string>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  float: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  time: 'TIME',
  json: 'JSON',
};

/** DuckDB's name of a type, as DESCRIBE prints it but for quotes; null for `unknown`, at any depth. */
export const sqlType = (type: ColumnType): string | null => nameOf(type, null);

/** DuckDB's name of a type for values read from texts: `unknown` is text, at any depth. */
export const textSqlType = (type: ColumnType): string => nameOf(type, NAMES.string);

function nameOf<Unknown extends string | null>(type: ColumnType, unknown: Unknown): string | Unknown {
  if (type.kind === 'unknown') return unknown;
  if (type.kind === 'decimal') return `DECIMAL(${type.precision},${type.scale})`;
  if (type.kind === 'list') {
    const element = nameOf(type.element, unknown);
    return element === null ? unknown : `${element}[]`;
  }
  if (type.kind !== 'record') return NAMES[type.kind];
  const fields = type.fields.map((field) => ({ name: field.name, type: nameOf(field.type, unknown) }));
  if (fields.length === 0 || fields.some((field) => field.type === null)) return unknown;
  return `STRUCT(${fields.map((field) => `${sqlName(field.name)} ${field.type}`).join(', ')})`;
}

/** The column type that stands for a type as DESCRIBE prints it; what the language does not have becomes a string. */
export function columnType(described: string): ColumnType {
  const text = described.trim();
  const list = /^(.*)\[\d*\]$/s.exec(text);
  if (list) return { kind: 'list', element: columnType(list[1] ?? '') };
  const decimal = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(text);
  if (decimal) return { kind: 'decimal', precision: Number(decimal[1]), scale: Number(decimal[2]) };
  if (text.startsWith('TIMESTAMP')) return { kind: 'datetime' };
  if (text.startsWith('MAP(')) return { kind: 'json' };
  if (text.startsWith('STRUCT(')) return { kind: 'record', fields: splitFields(text.slice(7, -1)).map(fieldOf) };
  return SCALARS.get(text) ?? { kind: 'string' };
}

/** Cuts a list of fields at its commas, but not at those within parentheses or quotes. */
function splitFields(text: string): string[] {
  const fields: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (const [index, character] of [...text].map((value, at) => [at, value] as const)) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      fields.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...fields, text.slice(start)];
}

function fieldOf(text: string): Column {
  const [, quoted, plain, type = ''] = /^\s*(?:"((?:[^"]|"")*)"|(\S+))\s+(.*)$/s.exec(text) ?? [];
  return { name: quoted?.replaceAll('""', '"') ?? plain ?? '', type: columnType(type), nullable: true };
}
