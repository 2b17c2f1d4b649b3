import { setImmediate } from 'node:timers/promises';
import { headerKey, type SourceSchema } from '@switchboard/model';
import type { ScanTask } from '../../scan/scan-task.ts';
import type { Target } from '../../values/column-reader.ts';
import { restColumn, restName } from '../csv/csv-layout.ts';
import { type DocumentLayout, documentSlices, recordIn } from '../document-slices.ts';

/** The columns of a JSON or XML file: the declared ones and, for `*`, every other key that any of its records has. */
export function jsonTargets(
  schema: SourceSchema,
  keys: readonly string[],
): readonly (Target & { readonly header: string })[] {
  const declared = schema.columns.map(({ name, type, nullable, header, format }) => ({
    name,
    type,
    nullable,
    header,
    format,
  }));
  const taken = new Set(schema.columns.flatMap((column) => [headerKey(column.header), headerKey(column.name)]));
  const rest = keys.flatMap((key) => {
    if (taken.has(headerKey(key))) return [];
    taken.add(headerKey(key));
    return [{ ...restColumn(restName(key)), header: key }];
  });
  return [...declared, ...rest];
}

/** Records, and bytes of them, read before others get their turn, so that a large file does not hold up the process. */
const RECORDS_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 << 20;

/** Every key of every record of a JSON or XML file, in order of appearance: any of them may be the first to have one. */
export async function jsonKeys(task: ScanTask, layout: DocumentLayout): Promise<readonly string[]> {
  const keys = new Set<string>();
  let count = 0;
  let bytes = 0;
  for (const slice of documentSlices(task, layout)) {
    if (count === task.mostRecords) break;
    count += 1;
    bytes += slice.bytes.length;
    if (count % RECORDS_AT_ONCE === 0 || bytes >= BYTES_AT_ONCE) {
      await setImmediate();
      bytes = 0;
    }
    const record = recordIn(slice.bytes, layout);
    if (typeof record !== 'string') for (const key of Object.keys(record)) keys.add(key);
  }
  return [...keys];
}
