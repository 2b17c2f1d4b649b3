import type { ValueType } from '../../typed/typed.ts';

/** A quoted name. */
export function name(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/** A text as DuckDB reads it: standard strings have no escapes but the doubled apostrophe. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

const TYPES = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  float: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  time: 'TIME',
  json: 'JSON',
} as const;

/** The type in DuckDB; null for types known only at run time. */
export function sqlType(type: ValueType): string | null {
  switch (type.kind) {
    case 'null':
      return 'VARCHAR';
    case 'unknown':
      return null;
    case 'decimal':
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case 'list': {
      const element = sqlType(type.element);
      return element === null ? null : `${element}[]`;
    }
    case 'record': {
      const fields = type.fields.map((field) => [name(field.name), sqlType(field.type)]);
      return fields.some(([, each]) => each === null)
        ? null
        : `STRUCT(${fields.map((field) => field.join(' ')).join(', ')})`;
    }
    default:
      return TYPES[type.kind];
  }
}
