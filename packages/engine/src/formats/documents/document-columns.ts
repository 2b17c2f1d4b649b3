import { setImmediate } from 'node:timers/promises';
import { headerKey } from '@switchboard/model/schema';
import type { Target } from '../../values/column-reader.ts';
import { declaredTarget, restColumn, restName } from '../csv/csv-layout.ts';
import type { FileSchema } from '../file-schema.ts';
import type { ScanTask } from '../part-scan/scan-task.ts';
import type { DocumentReader } from './document-reader.ts';
import { type DocumentLayout, parseRecord, splitDocument } from './document-record.ts';

/** The columns of a document: the declared ones and, for `*`, one for every other key of its records. */
export function documentColumns(
  schema: FileSchema,
  keys: readonly string[],
): readonly (Target & { readonly header: string })[] {
  const declared = schema.columns.map((column) => ({ ...declaredTarget(column), header: column.header }));
  const taken = new Set(schema.columns.flatMap((column) => [headerKey(column.header), headerKey(column.name)]));
  const rest = keys.flatMap((key) => {
    if (taken.has(headerKey(key))) return [];
    taken.add(headerKey(key));
    return [{ ...restColumn(restName(key), schema), header: key }];
  });
  return [...declared, ...rest];
}

/** Records, and bytes of them, between two yields to the event loop. */
const RECORDS_PER_TICK = 500;
const BYTES_PER_TICK = 4 << 20;

/** The keys of all records of a document, in order of appearance. */
export async function documentKeys(
  task: ScanTask,
  layout: DocumentLayout,
  reader: DocumentReader,
): Promise<readonly string[]> {
  const keys = new Set<string>();
  let count = 0;
  let bytes = 0;
  for (const slice of splitDocument(task, layout, reader)) {
    if (count === task.maxRecords) break;
    count += 1;
    bytes += slice.bytes.length;
    if (count % RECORDS_PER_TICK === 0 || bytes >= BYTES_PER_TICK) {
      await setImmediate();
      bytes = 0;
    }
    const record = parseRecord(slice.bytes, layout, reader);
    if (typeof record !== 'string') for (const key of Object.keys(record)) keys.add(key);
  }
  return [...keys];
}
