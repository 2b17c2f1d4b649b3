import type { NumberSeparators } from './values/number-separators.ts';

/** Column types of Switchboard Script. Records and lists nest; decimals carry precision and scale. */
export type ColumnType =
  | { readonly kind: 'string' | 'integer' | 'float' | 'boolean' | 'date' | 'datetime' | 'time' | 'json' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'record'; readonly fields: readonly Column[] }
  | { readonly kind: 'list'; readonly element: ColumnType }
  /** A column of a source that declares `*`: known only when a file has been read. */
  | { readonly kind: 'unknown' };

/** A column of a table: its name, type and whether it may hold null. */
export type Column = { readonly name: string; readonly type: ColumnType; readonly nullable: boolean };

/**
 * A column of a source: `header` is its name in the file, `format` the declared date or datetime format, `separators` those of
 * its numbers, where they are not the file's.
 */
export type SourceColumn = Column & {
  readonly header: string;
  readonly format?: string;
  readonly separators?: NumberSeparators;
};

/** Declared schema of a source. `rest` means "and all other columns of the file". */
export type SourceSchema = { readonly columns: readonly SourceColumn[]; readonly rest: boolean };

/** Columns that every source table has besides its own; they take part only when named. */
export const PSEUDO_COLUMNS: readonly Column[] = [
  { name: 'report_date', type: { kind: 'date' }, nullable: true },
  { name: 'filename', type: { kind: 'string' }, nullable: true },
  { name: 'line_number', type: { kind: 'integer' }, nullable: true },
];

/** The type as a script writes it, for messages and documentation. */
export function typeName(type: ColumnType): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`;
    case 'record':
      return `{ ${type.fields.map((field) => `${field.name}: ${typeName(field.type)}`).join('; ')} }`;
    case 'list':
      return `[${typeName(type.element)}]`;
    default:
      return type.kind;
  }
}

/**
 * Headers match by name, ignoring case and treating spaces, dashes and underscores alike.
 * Two headers are the same column when their keys are equal.
 */
export function headerKey(header: string): string {
  return header
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s\-_]+/g, '_');
}
