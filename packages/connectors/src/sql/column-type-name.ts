import type { ColumnType } from '@switchboard/model/schema';

/** The names of a dialect's types for the columns that an upload makes. Times are UTC. */
export type TypeNames = {
  readonly integer: string;
  readonly float: string;
  /** Without precision and scale. */
  readonly decimal: string;
  readonly boolean: string;
  readonly date: string;
  readonly datetime: string;
  readonly time: string;
  /** JSON, records and lists. */
  readonly document: string;
  readonly text: string;
};

/** The type of a dialect for a column. */
export function typeName(names: TypeNames, type: ColumnType): string {
  switch (type.kind) {
    case 'decimal':
      return `${names.decimal}(${type.precision}, ${type.scale})`;
    case 'json':
    case 'record':
    case 'list':
      return names.document;
    case 'string':
    case 'unknown':
      return names.text;
    default:
      return names[type.kind];
  }
}
