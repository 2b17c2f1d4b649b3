import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@switchboard/model/limits';
import { type ColumnType, headerKey } from '@switchboard/model/schema';
import { type JsonValue, LongNumber, TOO_DEEP, TooDeep } from '../../values/json-value.ts';
import { notUtf8 } from '../csv/csv-validate.ts';
import type { ScanLayout, ScanTask } from '../part-scan/scan-task.ts';
import type { DocumentReader, RecordSlice } from './document-reader.ts';
import { chunksOf } from './line-records.ts';

/** The layout of files whose records are documents, or parts of one. */
export type DocumentLayout = Extract<ScanLayout, { kind: 'document' }>;

/** The records of a part of a document. Throws SyntaxError when the document is incomplete or malformed. */
export const splitDocument = (task: ScanTask, layout: DocumentLayout, reader: DocumentReader): Iterable<RecordSlice> =>
  reader.split(chunksOf(task.path, task.start, task.end), layout.records, layout);

const isRecord = (value: JsonValue): value is { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

/** Why the bytes of a record cannot be parsed at all; null when they can. */
export function sliceProblem(slice: Buffer): string | null {
  if (slice.length > LIMITS.recordBytes) return 'record longer than 1 MB';
  return isUtf8(slice) ? null : notUtf8(slice);
}

/** Parses the record in a slice; a string is the reason why it is rejected. */
export function parseRecord(
  slice: Buffer,
  { nullValues }: Pick<DocumentLayout, 'nullValues'>,
  reader: DocumentReader,
  typeOf: (name: string) => ColumnType = () => ({ kind: 'unknown' }),
): { readonly [name: string]: JsonValue } | string {
  const problem = sliceProblem(slice);
  if (problem !== null) return problem;
  try {
    const value = reader.parse(slice.toString('utf8'), typeOf, nullValues);
    return isRecord(value) ? value : 'not a JSON object';
  } catch (error) {
    return error instanceof TooDeep ? TOO_DEEP : reader.malformed;
  }
}

const MAX_CACHED_KEYS = 10_000;

/** The columns of a document by the keys of its records. */
type ColumnPositions = {
  /** The position of a key's column; -1 for a key that is not wanted. */
  readonly of: (key: string) => number;
  /** The keys that were asked for, except very many. */
  readonly keys: () => Iterable<string>;
};

/** Maps a document's keys to the positions of its columns. */
export function columnPositions(targets: DocumentLayout['targets']): ColumnPositions {
  const positions = new Map(targets.map((target, index) => [headerKey(target.header), index]));
  const known = new Map<string, number>();
  return {
    of(key) {
      const cached = known.get(key);
      if (cached !== undefined) return cached;
      const position = positions.get(headerKey(key)) ?? -1;
      if (known.size < MAX_CACHED_KEYS) known.set(key, position);
      return position;
    },
    keys: () => known.keys(),
  };
}
