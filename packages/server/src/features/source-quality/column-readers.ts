import type { Plan } from '@switchboard/model/plan';
import { headerKey } from '@switchboard/model/schema';

/** The key of all undeclared columns, those that `*` takes. */
export const UNDECLARED = '';

/**
 * The uploads of the plan that read each column of a source table, by the key of its header: to send it, or to decide which rows
 * there are. An upload of which no lineage is known is a reader of `UNDECLARED` and of all declared columns.
 */
export function columnReaders(plan: Plan, table: string): ReadonlyMap<string, readonly string[]> {
  const declared = plan.sources
    .flatMap(({ tables }) => tables)
    .filter(({ name }) => name === table)
    .flatMap(({ schema }) => schema.columns);
  const headers = new Map(declared.map(({ name, header }) => [name, headerKey(header)]));
  const readers = new Map<string, string[]>();
  for (const upload of plan.uploads) {
    if (!upload.sourceTables.includes(table)) continue;
    const lineage = plan.tables.find(({ name }) => name === upload.table)?.lineage;
    const read = lineage
      ? lineage.origins.flatMap(([of, column]) => (of === table ? [column] : []))
      : [...headers.keys(), null];
    for (const column of new Set(read)) {
      const key = column === null ? UNDECLARED : (headers.get(column) ?? headerKey(column));
      readers.set(key, [...(readers.get(key) ?? []), upload.name]);
    }
  }
  return readers;
}

/** The uploads that read a column as it was delivered. */
export function readersOf(
  readers: ReadonlyMap<string, readonly string[]>,
  { name, use }: { readonly name: string; readonly use: string },
): readonly string[] {
  const own = readers.get(headerKey(name)) ?? [];
  const rest = use === 'kept' ? (readers.get(UNDECLARED) ?? []) : [];
  return [...new Set([...own, ...rest])].toSorted();
}
