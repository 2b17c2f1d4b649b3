import type { DeliveredColumn, Delivery } from '@switchboard/model/lineage/delivered-columns';
import { type Column, headerKey, type SourceSchema, typeName } from '@switchboard/model/schema';
import { restName } from '../../formats/csv/csv-layout.ts';

type Found = {
  /** The names of the header of each file; undefined for a file without one. */
  readonly headers: readonly (readonly string[] | undefined)[];
  /** Undeclared columns without any value. */
  readonly untyped: ReadonlySet<string> | undefined;
};

/**
 * The columns that the files of a table had, in the order in which they first appear. Without headers only those that are read
 * are known.
 * @param columns those of the loaded table, declared ones first
 */
export function findDelivery(schema: SourceSchema, columns: readonly Column[], { headers, untyped }: Found): Delivery {
  const kept = new Map(columns.slice(schema.columns.length).map((column) => [column.name, column]));
  const keptColumn = (name: string, { name: id, type, nullable }: Column): DeliveredColumn => ({
    name,
    type: untyped?.has(id) === true ? null : typeName(type),
    nullable,
    use: 'kept',
  });
  const declared = new Map(schema.columns.map((column) => [headerKey(column.header), column]));
  const named = headers.flatMap((header) => header ?? []).map((name) => name.trim());
  if (named.length === 0)
    return {
      hasHeader: false,
      columns: [
        ...schema.columns.map(({ header, type, nullable }) => declaredColumn(header, type, nullable)),
        ...[...kept.values()].map((column) => keptColumn(column.name, column)),
      ],
    };
  const found = new Map<string, DeliveredColumn>();
  for (const name of named) {
    const key = headerKey(name);
    if (key === '' || found.has(key)) continue;
    const column = declared.get(key);
    const rest = kept.get(restName(name));
    if (column !== undefined) found.set(key, declaredColumn(name, column.type, column.nullable));
    else if (rest !== undefined) found.set(key, keptColumn(name, rest));
    else found.set(key, { name, type: null, nullable: null, use: 'ignored' });
  }
  return { hasHeader: true, columns: [...found.values()] };
}

const declaredColumn = (name: string, type: Column['type'], nullable: boolean): DeliveredColumn => ({
  name,
  type: typeName(type),
  nullable,
  use: 'declared',
});
