import { open, stat } from 'node:fs/promises';
import { type Column, LIMITS, PipelineError, type SourceSchema } from '@switchboard/model';
import { headOf, type NamedFile } from '../../archives/unpack.ts';
import { OWN_DIALECT } from '../../formats/csv/csv-dialect.ts';
import {
  csvLayout,
  firstRecord,
  footerStart,
  ignoredNames,
  mapHeader,
  mapPositions,
} from '../../formats/csv/csv-layout.ts';
import { byteOrderMark, detectFormat } from '../../formats/detect.ts';
import type { DocumentLayout } from '../../formats/document-slices.ts';
import { FileFault, faultError, unreadable } from '../../formats/file-fault.ts';
import { jsonKeys, jsonTargets } from '../../formats/json/json-keys.ts';
import { makeRows, type RowsWork } from '../../formats/make-rows.ts';
import { openParquet, parquetFailure } from '../../formats/parquet/open-parquet.ts';
import type { CleanFiles } from '../../formats/parquet/parquet-copy.ts';
import { typedParquet } from '../../formats/parquet/parquet-typed.ts';
import type { RowsLayout } from '../../formats/record-scan.ts';
import { XmlEntities } from '../../formats/xml/xml-split.ts';
import type { LoadRequest } from '../../requests.ts';
import type { FileScan } from '../../scan/scan-file.ts';
import type { Target } from '../../values/column-reader.ts';
import type { LoadWork } from './load-context.ts';
import { csvSample, documentSample, rowsSample } from './sample.ts';

/** A raw file as it will be scanned, and the shape of what the scan writes. Null scan: the file has no record. */
export type Prepared = {
  readonly scan: Omit<FileScan, 'scratch' | 'asPieces' | 'refused' | 'partBytes' | 'parallel'> | null;
  readonly clean: Omit<CleanFiles, 'parts'>;
  readonly sample: string;
  /** Records that the file itself says it holds; null when it does not say. */
  readonly promised: number | null;
  /** Columns that the file names and nobody declared; none of documents, whose records may each have others. */
  readonly ignored?: readonly string[];
  /** For a Parquet file whose every value is as declared: the statement that takes them all. */
  readonly taken?: (columns: readonly Column[], to: string) => string;
};

/** What is prepared, and for what. */
type Preparing = {
  readonly file: NamedFile & { readonly scratch: string };
  readonly head: Buffer;
  readonly size: number;
  readonly work: PrepareWork;
  readonly schema: SourceSchema;
};

/** The parts of a load that preparing a file needs. */
export type PrepareWork = Pick<LoadWork, 'context' | 'options' | 'output' | 'openSession'> & {
  readonly request: Pick<LoadRequest, 'name' | 'table'>;
  /** Records to look at, when not all of them are wanted. */
  readonly mostRecords?: number;
};

const HEADER_BYTES = 4 << 20;

/** Reads a file's head: its format, header and where its records are. Throws COLUMN_*, FORMAT_UNREADABLE, FILE_INCOMPLETE and the like. */
export async function prepare(
  file: NamedFile & { readonly scratch: string },
  work: PrepareWork,
  schema: SourceSchema,
): Promise<Prepared> {
  const head = await headOf(file.path, HEADER_BYTES);
  const { size } = await stat(file.path);
  const format = detectFormat(work.options, file.filename, head);
  const preparing = { file, head, size, work, schema };
  try {
    switch (format) {
      case 'parquet':
      case 'avro':
      case 'xlsx':
        return await prepareRows(preparing, format);
      case 'json':
      case 'jsonl':
      case 'xml':
        return await prepareDocument(preparing, format);
      default:
        return await prepareCsv(preparing, format);
    }
  } catch (error) {
    throw formatFailure(error, file.filename, format);
  }
}

const mostOf = ({ mostRecords }: PrepareWork): { readonly mostRecords?: number } =>
  mostRecords === undefined ? {} : { mostRecords };

/** What is known of a file without any record. */
const nothing = ({ work, head }: Preparing): Prepared => ({
  scan: null,
  clean: {
    dialect: OWN_DIALECT,
    crlf: false,
    nullValues: work.options.nullValues,
    fields: [],
    lineNumbers: work.request.table.keepsLineNumbers,
  },
  sample: head.toString('utf8'),
  promised: null,
});

/** Columns as a scan of anything but CSV writes them: dates in ISO form, whatever their format. */
const plainFields = (targets: readonly Target[]): readonly Target[] =>
  targets.map(({ name, type, nullable }) => ({ name, type, nullable }));

async function prepareRows(preparing: Preparing, format: 'parquet' | 'avro' | 'xlsx'): Promise<Prepared> {
  const { file, work, schema } = preparing;
  const { options, context, request } = work;
  const rowsWork: RowsWork = {
    name: request.name,
    options,
    signal: context.signal,
    scratch: file.scratch,
    output: work.output,
    openSession: work.openSession,
    ...mostOf(work),
  };
  const taken = format === 'parquet' ? await takeParquet(preparing, rowsWork) : null;
  const made = await makeRows(
    file,
    format,
    taken === null ? rowsWork : { ...rowsWork, mostRecords: LIMITS.sampleRows },
  );
  const { names, records, path } = made;
  if (names.length === 0) return { ...nothing(preparing), sample: '' };
  const hasNames = format !== 'xlsx' || options.header;
  const fields = hasNames ? mapHeader(names, schema, file.filename) : mapPositions(names.length, schema, file.filename);
  const { size } = await stat(path);
  const { nullValues } = options;
  const lineNumbers = request.table.keepsLineNumbers;
  const layout: RowsLayout = { kind: 'rows', nullValues, names, fields, lineNumbers };
  const place = { path, dataStart: 0, dataEnd: size, headerLines: made.headerLines };
  const whole = { ...place, start: 0, end: size, skipping: false, layout, cleanPath: '', refused: null };
  return {
    scan: { ...place, layout },
    clean: { ...nothing(preparing).clean, fields: plainFields(fields.filter((field) => field !== null)) },
    sample: rowsSample(whole, layout),
    promised: taken?.records ?? records,
    ignored: hasNames ? ignoredNames(names, fields) : [],
    ...(taken === null ? {} : { taken: taken.copy }),
  };
}

/** How to take a Parquet file as it is, if all its values fit; null: they have to be read one by one. */
async function takeParquet(
  { file, work, schema }: Preparing,
  rowsWork: RowsWork,
): Promise<{ readonly records: number; readonly copy: NonNullable<Prepared['taken']> } | null> {
  if (schema.rest || work.options.nullValues.length > 0 || work.mostRecords !== undefined) return null;
  const { session, path, columns } = await openParquet(file, rowsWork);
  const fields = mapHeader(
    columns.map(({ name }) => name),
    schema,
    file.filename,
  );
  const plan = typedParquet(path, columns, fields);
  if (plan === null) return null;
  const [counted] = await session.run(plan.count, { table: file.filename }).catch((error: unknown) => {
    work.context.signal.throwIfAborted();
    throw parquetFailure(error, file.filename);
  });
  if (counted?.['unfit'] !== 0) return null;
  const { keepsLineNumbers } = work.request.table;
  return { records: Number(counted['records']), copy: (wanted, to) => plan.copy(wanted, to, keepsLineNumbers) };
}

async function prepareDocument(preparing: Preparing, kind: DocumentLayout['kind']): Promise<Prepared> {
  const { file, head, size, work, schema } = preparing;
  const { nullValues, records } = work.options;
  const dataStart = byteOrderMark(head)?.length ?? 0;
  const none = nothing(preparing);
  // An XML file must at least have an element; no JSON at all is no record.
  if (kind !== 'xml' && (size <= dataStart || (await isBlank(preparing)))) return none;
  const { lineNumbers } = none.clean;
  const place = { path: file.path, dataStart, dataEnd: size, headerLines: 0 };
  const whole = {
    ...place,
    start: dataStart,
    end: size,
    skipping: false,
    cleanPath: '',
    refused: null,
    ...mostOf(work),
  };
  const bare: DocumentLayout = { kind, nullValues, records, lineNumbers, targets: jsonTargets(schema, []) };
  const targets = schema.rest ? jsonTargets(schema, await jsonKeys({ ...whole, layout: bare }, bare)) : bare.targets;
  const layout: DocumentLayout = { ...bare, targets };
  return {
    scan: { ...place, layout },
    clean: { ...none.clean, fields: plainFields(targets) },
    sample: documentSample({ ...whole, layout }, layout),
    promised: null,
  };
}

/** Bytes of a file from an offset on, as many as a head has at most. */
async function bytesAt({ file, size, work }: Preparing, start: number, end = size): Promise<Buffer> {
  work.context.signal.throwIfAborted();
  const length = Math.max(0, Math.min(HEADER_BYTES, end - start));
  if (length === 0) return Buffer.alloc(0);
  const handle = await open(file.path);
  try {
    const space = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await handle.read(space, filled, length - filled, start + filled);
      if (bytesRead === 0) throw unreadable(file.filename, 'a file that can be read', 'it became shorter meanwhile');
      filled += bytesRead;
    }
    return space;
  } finally {
    await handle.close();
  }
}

/** Whether there is nothing but blanks in a text. */
async function isBlank(preparing: Preparing): Promise<boolean> {
  const { head, size } = preparing;
  const isEmpty = (bytes: Buffer): boolean => bytes.toString('utf8').trim() === '';
  if (!isEmpty(head)) return false;
  for (let at = head.length; at < size; ) {
    const bytes = await bytesAt(preparing, at);
    if (!isEmpty(bytes)) return false;
    at += bytes.length;
  }
  return true;
}

async function prepareCsv(preparing: Preparing, format: 'csv' | 'tsv' | 'psv'): Promise<Prepared> {
  const { file, head, size, work, schema } = preparing;
  const { options } = work;
  const first = await firstRecord(head, options.skipRows, (offset) => bytesAt(preparing, offset));
  if (first === null) return nothing(preparing);
  const { start, lines } = first;
  const end = await footerStart(options.skipFooter, start, size, (offset) =>
    bytesAt(preparing, Math.max(start, offset - HEADER_BYTES), offset),
  );
  // A header that begins far behind may end, or begin, behind the first bytes.
  const isNear = size <= head.length || start <= head.length / 2;
  const bytes = isNear ? head : await bytesAt(preparing, start);
  const base = isNear ? 0 : start;
  const found = csvLayout(
    { bytes, start: start - base, lines, dataEnd: end - base },
    { filename: file.filename, format },
    options,
    schema,
  );
  const { dialect, crlf, fields, headerLines, ignored } = found;
  const dataStart = base + found.dataStart;
  const clean = { ...nothing(preparing).clean, dialect, crlf, fields };
  return {
    scan: {
      path: file.path,
      dataStart,
      dataEnd: Math.max(dataStart, end),
      headerLines,
      layout: { kind: 'csv', ...clean },
    },
    clean,
    sample: csvSample(bytes, found),
    promised: null,
    ignored,
  };
}

/** The catalogue's error for a document that is not whole, and for any other fault of a file. */
export function formatFailure(error: unknown, file: string, format: string): unknown {
  if (error instanceof FileFault) return faultError(error);
  if (!(error instanceof SyntaxError)) return error;
  if (error instanceof XmlEntities) return new PipelineError('XML_ENTITIES', { file }, { cause: error });
  return new PipelineError('FORMAT_UNREADABLE', { file, format, reason: error.message }, { cause: error });
}

export function throwFault(error: unknown): never {
  throw faultError(error);
}
