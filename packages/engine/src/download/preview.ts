import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { SourceTable } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { EngineContext } from '../context.ts';
import { sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import { headOf } from '../files/named-file.ts';
import { assertFields } from '../formats/column-not-found.ts';
import { recordReader } from '../formats/csv/csv-record.ts';
import { fileOptions } from '../formats/file-options.ts';
import { type CleanFiles, copyToParquet } from '../formats/parquet/parquet-copy.ts';
import type { ScanResult, ScanTask } from '../formats/part-scan/scan-task.ts';
import type { PreviewRequest, PreviewResult } from '../requests.ts';
import { scanPart } from '../scan/scan-part.ts';
import type { PreparedFile, PrepareJob } from './load/load-job.ts';
import { formatError, layoutFormat } from './load/plan-file.ts';
import { prepareFiles } from './load/prepare-files.ts';

const MAX_RECORDS = 1000;
const MEMORY_BYTES = 512 * 1024 ** 2;
const TIMEOUT_MS = 60_000;
const HEAD_BYTES = 4 << 20;

/** A table with all columns of a file. */
const anyTable = (name: string): SourceTable => ({
  name,
  schema: { columns: [], rest: true },
  keepsLineNumbers: false,
});

const LINE_NUMBER = 'line_number';
const lineOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** A column of the table that is called `line_number` leaves no place for the numbers. */
const withLines = (table: SourceTable, isWanted: boolean): SourceTable => ({
  ...table,
  keepsLineNumbers: isWanted && table.schema.columns.every(({ name }) => name.toLowerCase() !== LINE_NUMBER),
});

/**
 * Reads the first records of a raw file as a load would: typed by a table's schema, or all columns as strings.
 * Throws the PipelineErrors of `loadPart`.
 */
export async function previewFile(request: PreviewRequest, context: EngineContext): Promise<PreviewResult> {
  const { name, file } = request;
  const table = withLines(request.table ?? anyTable(name), request.lineNumbers === true);
  const maxRecords = Math.max(0, Math.min(request.records, MAX_RECORDS));
  const output = join(context.scratch, 'preview');
  await mkdir(output, { recursive: true });
  let opening: Promise<SqlSession> | undefined;
  const openSession = (): Promise<SqlSession> => {
    const sql = { reads: [context.scratch], writes: [output], memoryBytes: MEMORY_BYTES, timeoutMs: TIMEOUT_MS };
    opening ??= context.executor.open(sql, context.signal);
    return opening;
  };
  const options = fileOptions(name, request.parameters);
  const rejected = { nameFiles: () => undefined };
  const job: PrepareJob = { request: { name, table }, context, options, output, openSession, rejected, maxRecords };
  try {
    let found: PreparedFile | undefined;
    for await (const prepared of prepareFiles(job, file, () => 0)) {
      found = prepared;
      break;
    }
    if (!found) throw new PipelineError('SOURCE_FILE_MISSING', { name, file: table.member ?? file.filename });
    const scanned = await scanFirst(found, maxRecords);
    const columns = columnsOf(table, scanned.clean, request.table === null);
    const path = join(output, 'rows.parquet');
    const session = await openSession();
    await session.run(copyToParquet(scanned.clean, columns, path), { table: name });
    const rows = await session.run(`SELECT * FROM read_parquet(${sqlText(path)})`, { table: name });
    return {
      filename: found.file.filename,
      columns,
      rows: rows.map((row) => columns.map((column) => row[column.name] ?? null)),
      lines: table.keepsLineNumbers ? rows.map((row) => lineOf(row[LINE_NUMBER])) : [],
      rejected: scanned.rejected,
    };
  } finally {
    const session = await opening?.catch(() => undefined);
    await session?.close();
  }
}

type FirstRecords = { readonly clean: CleanFiles; readonly rejected: PreviewResult['rejected'] };

/** Scans the first records of a file. */
async function scanFirst(prepared: PreparedFile, maxRecords: number): Promise<FirstRecords> {
  const { scan, clean } = prepared.plan;
  if (scan === null || maxRecords === 0) return { clean: { ...clean, parts: [] }, rejected: [] };
  const { layout, dataStart, dataEnd, path } = scan;
  const task: ScanTask = {
    path,
    start: dataStart,
    end: layout.kind === 'csv' ? await endOfRecords(scan, layout, maxRecords) : dataEnd,
    dataEnd,
    skipping: false,
    layout,
    cleanPath: join(prepared.scratch, 'clean'),
    rejected: null,
    maxRecords,
  };
  const firstLine = scan.headerLines + 1;
  const { good, listed, records, fields } = scanTask(task, prepared);
  // Records beyond the limit may have the columns that these lack.
  if (records < maxRecords) assertFields(fields, prepared.file.filename);
  return {
    clean: { ...clean, parts: good === 0 ? [] : [{ path: join(prepared.scratch, 'clean'), firstLine }] },
    rejected: listed.map(({ line, raw, dirty, violations }) => {
      const [first] = violations;
      return { line: line + firstLine, raw, dirty, column: first?.column ?? '', reason: first?.reason ?? '' };
    }),
  };
}

function scanTask(task: ScanTask, prepared: PreparedFile): ScanResult {
  try {
    return scanPart(task);
  } catch (error) {
    throw formatError(error, prepared.file.filename, layoutFormat(task.layout));
  }
}

/** The offset behind the first records of a CSV file, at most its first megabytes. */
async function endOfRecords(
  scan: { readonly path: string; readonly dataStart: number; readonly dataEnd: number },
  layout: Extract<ScanTask['layout'], { kind: 'csv' }>,
  maxRecords: number,
): Promise<number> {
  const head = (await headOf(scan.path, scan.dataStart + HEAD_BYTES)).subarray(0, scan.dataEnd);
  const read = recordReader(layout.dialect);
  let end = scan.dataStart;
  for (let records = 0; records < maxRecords && end < head.length; ) {
    const record = read(head, end, head.length, true);
    const isBlank = record.fields.length === 1 && record.fields[0]?.text === '' && !record.fields[0].quoted;
    end = record.problem === null ? record.end : record.firstLineEnd;
    if (!isBlank) records += 1;
  }
  return end;
}

/** The columns of the preview: the declared ones, and undeclared ones as strings. */
function columnsOf(table: SourceTable, clean: CleanFiles, isUntyped: boolean): readonly Column[] {
  const declared = table.schema.columns.map(({ name, type, nullable }) => ({ name, type, nullable }));
  const rest = clean.fields.flatMap((field) =>
    field?.type.kind === 'unknown' ? [{ name: field.name, type: { kind: 'string' } as const, nullable: true }] : [],
  );
  return isUntyped ? rest : [...declared, ...rest];
}
