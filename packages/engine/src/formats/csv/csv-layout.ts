import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import { headerKey, type SourceColumn } from '@switchboard/model/schema';
import type { Target } from '../../values/column-reader.ts';
import { columnNotFound } from '../column-not-found.ts';
import { CARRIAGE_RETURN, type CsvDialect, LINE_FEED } from '../csv-dialect.ts';
import type { FileOptions } from '../file-options.ts';
import type { FileSchema } from '../file-schema.ts';
import { byteOrderMark } from './byte-order-mark.ts';
import { recordReader } from './csv-record.ts';

/** The position, dialect and columns of a CSV file's records. */
export type CsvLayout = {
  readonly dialect: CsvDialect;
  readonly crlf: boolean;
  readonly headerLines: number;
  readonly dataStart: number;
  /** By position in the file; null: not wanted. */
  readonly fields: readonly (Target | null)[];
  /** The names of the header in order; null without one. */
  readonly header: readonly string[] | null;
  /** Columns of the header that the schema does not declare. */
  readonly ignored: readonly string[];
};

/** An undeclared column, kept as text until the whole file has been scanned. */
export const restColumn = (name: string, { separators }: FileSchema): Target => ({
  name,
  type: { kind: 'unknown' },
  nullable: true,
  separators,
});

/** A declared column as the reader of a file needs it. */
export const declaredTarget = ({ name, type, nullable, format, separators }: SourceColumn): Target => ({
  name,
  type,
  nullable,
  format,
  separators,
});

/** The name of an undeclared column: its header, turned into an identifier if it is not one. */
export function restName(header: string): string {
  const trimmed = header.trim();
  if (/^[A-Za-z_]\w*$/.test(trimmed)) return trimmed;
  const name = headerKey(trimmed)
    .replace(/[^\p{L}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return /^\d/.test(name) || name === '' ? `_${name}` : name;
}

/** Maps a header to the declared columns. Throws COLUMN_NOT_FOUND or COLUMN_DUPLICATE. */
export function mapHeader(header: readonly string[], schema: FileSchema, file: string): readonly (Target | null)[] {
  const wanted = new Map(schema.columns.map((column) => [headerKey(column.header), column]));
  const seen = new Set<string>();
  const taken = new Set(schema.columns.map((column) => column.name.toLowerCase()));
  const fields = header.map((text): Target | null => {
    const key = headerKey(text);
    const column = wanted.get(key);
    const matters = column !== undefined || (schema.rest && key !== '');
    if (matters && seen.has(key)) throw new PipelineError('COLUMN_DUPLICATE', { column: text.trim(), file });
    seen.add(key);
    if (column) return declaredTarget(column);
    if (!matters) return null;
    const name = restName(text);
    if (taken.has(name.toLowerCase())) throw new PipelineError('COLUMN_DUPLICATE', { column: name, file });
    taken.add(name.toLowerCase());
    return restColumn(name, schema);
  });
  const missing = schema.columns.find((column) => !seen.has(headerKey(column.header)));
  if (missing)
    throw columnNotFound(
      missing.header,
      file,
      header.map((text) => text.trim()),
    );
  return fields;
}

/** Names in a header whose columns are not wanted. */
export const ignoredNames = (header: readonly string[], fields: readonly (Target | null)[]): readonly string[] =>
  header.map((name) => name.trim()).filter((name, index) => name !== '' && fields[index] === null);

/** Maps the columns of a file without a header to the declared ones, by their places. Throws COLUMN_NOT_FOUND. */
export function mapPositions(count: number, schema: FileSchema, file: string): readonly (Target | null)[] {
  const missing = schema.columns[count];
  if (missing)
    throw new PipelineError('COLUMN_NOT_FOUND', {
      column: missing.name,
      file,
      found: `${count} columns without a header`,
      advice: '',
    });
  return Array.from({ length: count }, (_, index): Target | null => {
    const column = schema.columns[index];
    if (column) return declaredTarget(column);
    return schema.rest ? restColumn(`column_${index + 1}`, schema) : null;
  });
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The delimiter with which most declared columns are found in the header. */
function findDelimiter(head: Buffer, start: number, options: FileOptions, schema: FileSchema): string {
  const wanted = new Set(schema.columns.map((column) => headerKey(column.header)));
  const scored = DELIMITERS.map((delimiter) => {
    const record = recordReader({ delimiter, quote: options.quote, escape: options.escape })(
      head,
      start,
      head.length,
      true,
    );
    const found = record.fields.filter((field) => wanted.has(headerKey(field.text))).length;
    return { delimiter, score: found * 1000 + record.fields.length };
  });
  return scored.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).delimiter;
}

/** The offset of a file's first record, and the number of physical lines before it. */
type FirstRecord = { readonly start: number; readonly lines: number };

/**
 * Finds the first record behind the byte order mark, the rows to skip and blank lines. `head` are the file's first bytes;
 * `readFrom` returns bytes from an offset on, none only at the file's end. Null: the file has no record.
 */
export async function firstRecord(
  head: Buffer,
  skipRows: number,
  readFrom: (offset: number) => Promise<Buffer>,
): Promise<FirstRecord | null> {
  let bytes = head;
  let offset = 0;
  let at = byteOrderMark(head)?.length ?? 0;
  const readOn = async (): Promise<void> => {
    offset += at;
    at = 0;
    bytes = await readFrom(offset);
  };
  for (let lines = 0; ; lines += 1) {
    if (at >= bytes.length) await readOn();
    if (lines >= skipRows) {
      if (bytes[at] === CARRIAGE_RETURN && at + 1 === bytes.length) await readOn();
      const isBlank = bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED);
      if (!isBlank && bytes.length > 0) return { start: offset + at, lines };
    }
    let lineEnd = bytes.indexOf(LINE_FEED, at);
    while (lineEnd < 0) {
      at = bytes.length;
      await readOn();
      if (bytes.length === 0) return null;
      lineEnd = bytes.indexOf(LINE_FEED);
    }
    at = lineEnd + 1;
  }
}

/** The part of a file in which its first record begins. */
type Head = {
  readonly bytes: Buffer;
  /** Where the first record begins. */
  readonly start: number;
  /** Physical lines before it. */
  readonly lines: number;
  /** Where the data end, if that is within the bytes; else behind them. */
  readonly dataEnd: number;
};

const SOUND_RECORDS = 100;
/** Records of a malformed file that are read to find them; each may be a megabyte long. */
const MAX_RECORDS_READ = 200;

/**
 * The number of fields in a file without a header: that of most of its first records, since any of them may be malformed.
 */
function usualWidth({ bytes, start, dataEnd }: Head, dialect: CsvDialect, schema: FileSchema): number {
  const read = recordReader(dialect);
  const end = Math.min(bytes.length, dataEnd);
  const declared = schema.columns.length;
  const found = new Map<number, number>();
  let sound = 0;
  let at = start;
  for (let tried = 0; at < end && sound < SOUND_RECORDS && tried < MAX_RECORDS_READ; tried += 1) {
    const limit = Math.min(end, at + LIMITS.recordBytes);
    const { problem, fields, ...ends } = read(bytes, at, limit, limit === dataEnd);
    at = problem === null ? ends.end : ends.firstLineEnd;
    const isBlank = fields.length === 1 && fields[0]?.text === '' && !fields[0].quoted;
    if (problem !== null || isBlank) continue;
    sound += 1;
    found.set(fields.length, (found.get(fields.length) ?? 0) + 1);
  }
  const most = Math.max(...found.values());
  // With `*` the declared columns are not all that a record has.
  if (!schema.rest && (found.size === 0 || found.get(declared) === most)) return declared;
  const [usual] = [...found].find(([, count]) => count === most) ?? [];
  return usual ?? Math.max(declared, read(bytes, start, end, true).fields.length);
}

/** Reads the header of a CSV file. Offsets in the result are relative to the head. */
export function csvLayout(
  head: Head,
  file: { readonly filename: string; readonly format: string; readonly delimiter: string | null },
  options: FileOptions,
  schema: FileSchema,
): CsvLayout {
  const { bytes, start, lines: headerLines } = head;
  const found =
    options.delimiter === null && file.delimiter === null && options.header
      ? findDelimiter(bytes, start, options, schema)
      : ',';
  const delimiter = options.delimiter ?? file.delimiter ?? found;
  const dialect = { delimiter, quote: options.quote, escape: options.escape };
  const firstEnd = bytes.indexOf(LINE_FEED, start);
  const crlf = firstEnd > 0 && bytes[firstEnd - 1] === CARRIAGE_RETURN;
  if (!options.header) {
    const fields = mapPositions(usualWidth(head, dialect, schema), schema, file.filename);
    return { dialect, crlf, headerLines, dataStart: start, fields, header: null, ignored: [] };
  }
  const first = recordReader(dialect)(bytes, start, bytes.length, true);
  if (first.problem !== null)
    throw new PipelineError('FORMAT_UNREADABLE', {
      file: file.filename,
      format: file.format,
      reason: `its header has ${first.problem}`,
    });
  const header = first.fields.map((field) => field.text);
  const fields = mapHeader(header, schema, file.filename);
  const ignored = ignoredNames(header, fields);
  const lines = bytes.subarray(start, first.end).reduce((count, byte) => count + (byte === LINE_FEED ? 1 : 0), 0);
  return { dialect, crlf, headerLines: headerLines + lines, dataStart: first.end, fields, header, ignored };
}
