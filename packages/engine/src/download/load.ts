import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Column, type ColumnType, type DirtyRowStatus, PipelineError } from '@switchboard/model';
import type { EngineContext } from '../context.ts';
import type { SqlSession } from '../executors/executor.ts';
import { fileOptions } from '../formats/file-options.ts';
import { type CleanFiles, commonType, copyToParquet, inferredType, inferTypes } from '../formats/parquet.ts';
import { type ScannedPart, scanFile } from '../formats/scan-file.ts';
import { createScanPool } from '../formats/scan-pool.ts';
import { unpack } from '../formats/unpack.ts';
import type { LoadAnswer, LoadRequest, RawFile } from '../requests.ts';
import { formatFailure, type Prepared, prepare } from './prepare.ts';
import { RefusedFiles } from './refused-files.ts';

const MEMORY_BYTES = 1024 ** 3;
const TIMEOUT_MS = 60 * 60_000;
const PART_BYTES = 16 * 1024 ** 2;

/** A raw file whose records have been scanned. */
type Loaded = {
  readonly file: RawFile;
  readonly clean: CleanFiles;
  readonly records: number;
  readonly good: number;
  readonly dirty: number;
  readonly refused: number;
};

const statusOf = (count: number, records: number): DirtyRowStatus =>
  count === 0 ? 'none' : count === records ? 'all' : 'some';

/**
 * Turns the raw files of one source table into typed Parquet, one per file, and sets aside the records that do not fit.
 * Reads each record twice over: the lenient reading decides which rows are good, the strict one only reports.
 * Throws PipelineError: GZIP_INCOMPLETE, ARCHIVE_LIMIT, FORMAT_UNREADABLE, COLUMN_*, PARAMETER_INVALID, QUERY_*,
 * PROCESS_STOPPED, and RECORDS_NOT_CONSERVED when records read are not exactly good and dirty ones.
 */
export async function loadPart(request: LoadRequest, context: EngineContext): Promise<LoadAnswer> {
  const { schema, keepsLineNumbers } = request.table;
  const options = fileOptions(request.name, request.parameters);
  const dirtyPath = join(context.scratch, 'dirty.csv.gz');
  const newDirtyPath = join(context.scratch, 'new-dirty.jsonl.gz');
  const refusedFiles = new RefusedFiles({ dirty: dirtyPath, fresh: newDirtyPath }, request.files.length > 1);
  const pool = createScanPool(context.signal);
  const output = join(context.scratch, 'tables');
  await mkdir(output, { recursive: true });
  let session: SqlSession | undefined;
  let reachedMiddle = false;
  let sample = '';
  let rowsRead = 0;

  const onPart = async (part: ScannedPart, file: RawFile): Promise<void> => {
    if (!reachedMiddle) {
      reachedMiddle = true;
      await context.fault('mid-load');
    }
    context.signal.throwIfAborted();
    if (part.refused > 0) await refusedFiles.add(part.task.refusedPath, part.firstLine, file.filename);
    rowsRead += part.records;
    context.onProgress({ rows: rowsRead });
  };

  const scan = async (file: RawFile, index: number): Promise<Loaded> => {
    const scratch = join(context.scratch, `file-${index}`);
    await mkdir(scratch, { recursive: true });
    const raw = { path: await context.store.localPath(file.key, scratch), filename: file.filename, scratch };
    const { path } = await unpack(raw, options, context.signal);
    const prepared: Prepared = await prepare({ path, filename: file.filename }, options, schema, keepsLineNumbers);
    if (sample === '') ({ sample } = prepared);
    const parts: ScannedPart[] = [];
    if (prepared.scan) {
      const whole = { ...prepared.scan, scratch, partBytes: PART_BYTES, parallel: pool.threads };
      try {
        for await (const part of scanFile(whole, pool.run)) {
          await onPart(part, file);
          parts.push(part);
        }
      } catch (error) {
        throw formatFailure(error, file.filename, prepared.scan.layout.kind);
      }
    }
    const sum = (key: 'records' | 'good' | 'dirty' | 'refused'): number =>
      parts.reduce((total, part) => total + part[key], 0);
    const clean = {
      ...prepared.clean,
      skip: 0,
      parts: parts
        .filter((part) => part.good > 0)
        .map((part) => ({ path: part.task.cleanPath, firstLine: part.firstLine })),
    };
    return { file, clean, records: sum('records'), good: sum('good'), dirty: sum('dirty'), refused: sum('refused') };
  };

  const openSession = async (): Promise<SqlSession> =>
    (session ??= await context.executor.open(
      { reads: [context.scratch], writes: [output], memoryBytes: MEMORY_BYTES, timeoutMs: TIMEOUT_MS },
      context.signal,
    ));

  const write = async (
    loaded: Loaded,
    index: number,
    columns: readonly Column[],
  ): Promise<LoadAnswer['tables'][number]> => {
    const { file, clean, records, good, dirty } = loaded;
    const path = join(output, `${index}.parquet`);
    const database = await openSession();
    const [copied] = await database.run(copyToParquet(clean, columns, path), { table: request.name });
    const rows = Number(copied?.['Count']);
    if (rows !== good || records !== good + dirty) {
      throw new PipelineError('RECORDS_NOT_CONSERVED', { file: file.filename, records, good: rows, dirty });
    }
    const tableKey = `${request.prefix}/${index}.parquet`;
    await context.store.putFile(tableKey, path);
    await rm(join(context.scratch, `file-${index}`), { recursive: true });
    return { tableKey, filename: file.filename, rows };
  };

  try {
    const declared = schema.columns.map(({ name, type, nullable }): Column => ({ name, type, nullable }));
    const tables: LoadAnswer['tables'][number][] = [];
    const totals = { records: 0, rows: 0, dirty: 0, refused: 0 };
    const addUp = (loaded: Loaded): void => {
      totals.records += loaded.records;
      totals.rows += loaded.good;
      totals.dirty += loaded.dirty;
      totals.refused += loaded.refused;
    };
    let columns: readonly Column[] = declared;
    if (schema.rest) {
      // The types of the other columns must hold for every file, so all are scanned before the first is written.
      const all: Loaded[] = [];
      for (const [index, file] of request.files.entries()) all.push(await scan(file, index));
      columns = [...declared, ...(await restColumns(all, openSession))];
      for (const [index, loaded] of all.entries()) {
        addUp(loaded);
        tables.push(await write(loaded, index, columns));
      }
    } else {
      for (const [index, file] of request.files.entries()) {
        const loaded = await scan(file, index);
        addUp(loaded);
        tables.push(await write(loaded, index, columns));
      }
    }
    if (!reachedMiddle) await context.fault('mid-load');
    const refused = await refusedFiles.close();
    const keep = async (name: string, path: string | null): Promise<string | null> => {
      if (path === null) return null;
      await context.store.putFile(`${request.prefix}/${name}`, path);
      return `${request.prefix}/${name}`;
    };
    const samplePath = join(context.scratch, 'sample.txt');
    await writeFile(samplePath, sample);
    return {
      tables,
      columns,
      records: totals.records,
      rows: totals.rows,
      dirtyRows: totals.dirty,
      dirtyStatus: statusOf(totals.dirty, totals.records),
      newDirtyRows: totals.refused,
      newDirtyStatus: statusOf(totals.refused, totals.records),
      dirtyKey: await keep('dirty.csv.gz', refused.dirty),
      newDirtyKey: await keep('new-dirty.jsonl.gz', refused.fresh),
      sampleKey: (await keep('sample.txt', samplePath)) ?? '',
      bytes: request.files.reduce((total, file) => total + file.bytes, 0),
    };
  } catch (error) {
    context.signal.throwIfAborted();
    throw error;
  } finally {
    await Promise.all([session?.close(), pool.close(), refusedFiles.close().catch(() => undefined)]);
  }
}

/** The columns that only the files' headers name, in order of appearance, each with a type that every file's values fit. */
async function restColumns(all: readonly Loaded[], openSession: () => Promise<SqlSession>): Promise<readonly Column[]> {
  const types = new Map<string, ColumnType | null>();
  for (const { clean } of all) {
    const unknown = clean.fields.flatMap((field, index) =>
      field?.type.kind === 'unknown' ? [{ name: field.name, index }] : [],
    );
    if (unknown.length === 0) continue;
    const [row = {}] = clean.parts.length === 0 ? [] : await (await openSession()).run(inferTypes(clean));
    for (const { name, index } of unknown)
      types.set(name, commonType(types.get(name) ?? null, inferredType(row, index)));
  }
  return [...types].map(([name, type]) => ({ name, type: type ?? { kind: 'string' }, nullable: true }));
}
