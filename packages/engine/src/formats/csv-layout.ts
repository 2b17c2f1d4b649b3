import { type Column, headerKey, PipelineError, type SourceSchema } from '@switchboard/model';
import type { Target } from './column-reader.ts';
import { CARRIAGE_RETURN, type CsvDialect, LINE_FEED } from './csv-dialect.ts';
import { recordReader } from './csv-record.ts';
import { byteOrderMark } from './detect.ts';
import { dialectOf, type FileOptions, type Format } from './file-options.ts';

/** Where a CSV file's records are, how they are written and what their fields become. */
export type CsvLayout = {
  readonly dialect: CsvDialect;
  readonly crlf: boolean;
  readonly headerLines: number;
  readonly dataStart: number;
  /** By position in the file; null: not wanted. */
  readonly fields: readonly (Target | null)[];
  /** Columns that the header names and nobody declared. */
  readonly ignored: readonly string[];
};

/** A column of `*` is kept as text until the whole file has been seen. */
export const restColumn = (name: string): Target => ({ name, type: { kind: 'unknown' }, nullable: true });

/** The name of a column that only the file's header names: as it stands there if it is a name, else made into one. */
export function restName(header: string): string {
  const trimmed = header.trim();
  if (/^[A-Za-z_]\w*$/.test(trimmed)) return trimmed;
  const name = headerKey(trimmed)
    .replace(/[^\p{L}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return /^\d/.test(name) || name === '' ? `_${name}` : name;
}

/** Maps a header to the declared columns. Throws COLUMN_NOT_FOUND or COLUMN_DUPLICATE. */
export function mapHeader(header: readonly string[], schema: SourceSchema, file: string): readonly (Target | null)[] {
  const wanted = new Map(schema.columns.map((column) => [headerKey(column.header), column]));
  const seen = new Set<string>();
  const taken = new Set(schema.columns.map((column) => column.name.toLowerCase()));
  const fields = header.map((text): Target | null => {
    const key = headerKey(text);
    const column = wanted.get(key);
    const matters = column !== undefined || (schema.rest && key !== '');
    if (matters && seen.has(key)) throw new PipelineError('COLUMN_DUPLICATE', { column: text.trim(), file });
    seen.add(key);
    if (column) return { name: column.name, type: column.type, nullable: column.nullable, format: column.format };
    if (!matters) return null;
    const name = restName(text);
    if (taken.has(name.toLowerCase())) throw new PipelineError('COLUMN_DUPLICATE', { column: name, file });
    taken.add(name.toLowerCase());
    return restColumn(name);
  });
  const missing = schema.columns.find((column) => !seen.has(headerKey(column.header)));
  if (missing)
    throw new PipelineError('COLUMN_NOT_FOUND', {
      column: missing.header,
      file,
      found: header
        .map((text) => text.trim())
        .join(', ')
        .slice(0, 500),
    });
  return fields;
}

/** Names in a header whose columns are not wanted. */
export const ignoredNames = (header: readonly string[], fields: readonly (Target | null)[]): readonly string[] =>
  header.map((name) => name.trim()).filter((name, index) => name !== '' && fields[index] === null);

/** Maps the columns of a file without a header to the declared ones, by their places. Throws COLUMN_NOT_FOUND. */
export function mapPositions(count: number, schema: SourceSchema, file: string): readonly (Target | null)[] {
  const missing: Column | undefined = schema.columns[count];
  if (missing)
    throw new PipelineError('COLUMN_NOT_FOUND', {
      column: missing.name,
      file,
      found: `${count} columns without a header`,
    });
  return Array.from({ length: count }, (_, index): Target | null => {
    const column = schema.columns[index];
    if (column) return { name: column.name, type: column.type, nullable: column.nullable, format: column.format };
    return schema.rest ? restColumn(`column_${index + 1}`) : null;
  });
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The delimiter of a header that none was declared for: the one under which most declared columns are found. */
function findDelimiter(head: Buffer, start: number, options: FileOptions, schema: SourceSchema): string {
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

/** Reads the head of a CSV file. `head` holds at least the header; null for a file without any record. */
export function csvLayout(
  head: Buffer,
  file: { readonly filename: string; readonly format: Format },
  options: FileOptions,
  schema: SourceSchema,
): CsvLayout | null {
  let start = byteOrderMark(head)?.length ?? 0;
  let headerLines = 0;
  const isBlank = (): boolean =>
    head[start] === LINE_FEED || (head[start] === CARRIAGE_RETURN && head[start + 1] === LINE_FEED);
  while (start < head.length && (headerLines < options.skipRows || isBlank())) {
    const at = head.indexOf(LINE_FEED, start);
    start = at < 0 ? head.length : at + 1;
    headerLines += 1;
  }
  if (start >= head.length) return null;
  const found =
    options.delimiter === null && file.format === 'csv' && options.header
      ? findDelimiter(head, start, options, schema)
      : ',';
  const dialect = dialectOf(options, file.format, found);
  const first = recordReader(dialect)(head, start, head.length, true);
  const firstEnd = head.indexOf(LINE_FEED, start);
  const crlf = firstEnd > 0 && head[firstEnd - 1] === CARRIAGE_RETURN;
  if (!options.header) {
    const fields = mapPositions(first.fields.length, schema, file.filename);
    return { dialect, crlf, headerLines, dataStart: start, fields, ignored: [] };
  }
  if (first.problem !== null)
    throw new PipelineError('FORMAT_UNREADABLE', {
      file: file.filename,
      format: file.format,
      reason: `its header has ${first.problem}`,
    });
  const header = first.fields.map((field) => field.text);
  const fields = mapHeader(header, schema, file.filename);
  const ignored = ignoredNames(header, fields);
  const lines = head.subarray(start, first.end).reduce((count, byte) => count + (byte === LINE_FEED ? 1 : 0), 0);
  return { dialect, crlf, headerLines: headerLines + lines, dataStart: first.end, fields, ignored };
}

/** Where the data ends when the last `lines` lines of a file are not data. `tail` are the file's last bytes. */
export function footerStart(tail: Buffer, lines: number, fileBytes: number): number {
  let end = tail.length;
  for (let left = lines; left > 0 && end > 0; left -= 1) end = end < 2 ? 0 : tail.lastIndexOf(LINE_FEED, end - 2) + 1;
  return fileBytes - tail.length + end;
}
