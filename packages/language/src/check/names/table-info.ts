import type { Column } from '@switchboard/model/schema';
import { sameType } from '../../typed/types.ts';
import type { TableInfo } from '../program.ts';

/** Below this many columns, a linear search is faster than a map. */
const WIDE = 12;
const columnMaps = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>();

/** The column of a table with exactly this name. */
export function columnNamed({ columns }: TableInfo, name: string): Column | undefined {
  if (columns.length < WIDE) {
    for (const column of columns) if (column.name === name) return column;
    return undefined;
  }
  let byName = columnMaps.get(columns);
  if (!byName) {
    const found = new Map<string, Column>();
    for (const column of columns) if (!found.has(column.name)) found.set(column.name, column);
    columnMaps.set(columns, found);
    byName = found;
  }
  return byName.get(name);
}

/** Whether replacing one table by the other changes no query that reads it. */
export function sameInfo(a: TableInfo | undefined, b: TableInfo | undefined): boolean {
  if (!a || !b || a === b) return a === b;
  if ((a.sourceless ?? false) !== (b.sourceless ?? false)) return false;
  if (a.kind !== b.kind || a.open !== b.open || a.flawed !== b.flawed || a.columns.length !== b.columns.length)
    return false;
  return a.columns.every((column, index) => {
    const other = b.columns[index];
    if (column.name !== other?.name || column.nullable !== other.nullable) return false;
    return sameColumnType(column.type, other.type);
  });
}

function sameColumnType(a: Column['type'], b: Column['type']): boolean {
  if (a === b) return true;
  if (a.kind === 'list' && b.kind === 'list') return sameColumnType(a.element, b.element);
  if (a.kind !== 'record' || b.kind !== 'record') return sameType(a, b);
  // Types of records are the same whichever of their fields may be null.
  return (
    sameType(a, b) &&
    a.fields.every(
      (field, index) =>
        field.nullable === b.fields[index]?.nullable && sameColumnType(field.type, b.fields[index].type),
    )
  );
}
