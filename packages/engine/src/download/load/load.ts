import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column, ColumnType } from '@switchboard/model/schema';
import type { DirtyRowStatus } from '@switchboard/model/status/status';
import type { EngineContext } from '../../context.ts';
import type { SqlSession } from '../../executors/executor.ts';
import { storageError } from '../../files/storage-error.ts';
import { fileOptions } from '../../formats/file-options.ts';
import { type CleanFiles, inferredType, inferTypes, joinedType } from '../../formats/parquet/parquet-copy.ts';
import { addReasons, type ReasonCount, topReasons } from '../../formats/part-scan/reason-counts.ts';
import type { FileEncoding, LoadRequest, LoadResult } from '../../requests.ts';
import { createScanPool } from '../../scan/scan-pool.ts';
import { findDelivery } from './find-delivery.ts';
import {
  declaredColumns,
  LOAD_SIZES,
  type LoadJob,
  type LoadSizes,
  type PreparedFile,
  type ScannedFile,
  type WrittenFile,
} from './load-job.ts';
import { prepareFiles } from './prepare-files.ts';
import { addCounts, isParallelReadFailure, NO_RECORDS } from './record-counts.ts';
import { RejectedFiles } from './rejected-files.ts';
import { copyWholeFile, scanToFiles, writeScanned } from './scan-prepared.ts';
import { isStreamed, streamFile } from './stream-file.ts';

const MEMORY_BYTES = 1024 ** 3;
/** Reasons of dirty rows that a load reports. */
const KEPT_REASONS = 5;
const TIMEOUT_MS = 60 * 60_000;
/** Files of this size together take more processor time to be spread over threads than to be read. */
const ONE_THREAD_BYTES = 256 * 1024;

/** Whether a system call on a file of the load failed. Errors in the content of a file name no system call. */
const isOfFileSystem = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  'syscall' in error &&
  typeof error.syscall === 'string' &&
  !error.syscall.startsWith('spawn');

/** `untyped`: undeclared columns without any value, whose type is a guess. */
type Tables = Pick<LoadResult, 'tables' | 'columns'> & { readonly untyped?: ReadonlySet<string> };

const statusOf = (count: number, records: number): DirtyRowStatus =>
  count === 0 ? 'none' : count === records ? 'all' : 'some';

/**
 * Turns the raw files of one source table into typed Parquet, one per file (archives hold several), and stores the records that do not fit as dirty rows.
 * Reads each record twice: the lenient reading decides which rows are good, the strict one only reports.
 * Throws PipelineError: GZIP_INCOMPLETE, FILE_INCOMPLETE, ARCHIVE_*, XML_ENTITIES, FORMAT_UNREADABLE, COLUMN_*,
 * PARAMETER_INVALID, SOURCE_FILE_MISSING, QUERY_*, STORAGE_*, PROCESS_STOPPED, and RECORDS_NOT_CONSERVED when records read are not exactly good and dirty ones.
 */
export async function loadPart(
  request: LoadRequest,
  context: EngineContext,
  sizes: LoadSizes = LOAD_SIZES,
): Promise<LoadResult> {
  const options = fileOptions(request.name, request.parameters);
  const pool = createScanPool(context.signal);
  const paths = {
    dirty: join(context.scratch, 'dirty.csv.zst'),
    newDirty: join(context.scratch, 'new-dirty.jsonl.zst'),
  };
  const rejected = new RejectedFiles(paths, request.files.length > 1);
  const output = join(context.scratch, 'tables');
  let opening: Promise<SqlSession> | undefined;
  let counts = NO_RECORDS;
  let reasons: readonly ReasonCount[] = [];
  let reachedMiddle = false;
  const leftOut = new Set<string>();
  const withoutFooter = new Set<string>();
  let sample = '';

  const reachMiddle = async (): Promise<void> => {
    if (reachedMiddle) return;
    reachedMiddle = true;
    await context.fault('mid-load');
  };
  const job: LoadJob = {
    request,
    context,
    options,
    sizes,
    pool,
    rejected,
    onLeftOut: (name) => void leftOut.add(name),
    output,
    openSession: () => {
      const size = request.files.reduce((total, file) => total + file.bytes, 0);
      const sql = {
        reads: [context.scratch],
        writes: [output],
        memoryBytes: MEMORY_BYTES,
        timeoutMs: TIMEOUT_MS,
        ...(size <= ONE_THREAD_BYTES ? { threads: 1 } : {}),
      };
      opening ??= context.executor.open(sql, context.signal);
      return opening;
    },
    onPart: async (part) => {
      await reachMiddle();
      context.signal.throwIfAborted();
      await rejected.add(part);
      counts = addCounts(counts, part);
      reasons = addReasons(reasons, part.reasons);
      context.onProgress({ rows: counts.records });
    },
    onCounted: async (more) => {
      await reachMiddle();
      counts = addCounts(counts, more);
      context.onProgress({ rows: counts.records });
    },
    checkpoint: async () => {
      const before = { counts, reasons };
      const rollback = await rejected.checkpoint();
      return async () => {
        ({ counts, reasons } = before);
        await rollback();
      };
    },
  };
  let files = 0;
  const ignored = new Set<string>();
  const headers: (readonly string[] | undefined)[] = [];
  const encodings = new Map<string, FileEncoding>();
  const prepared = async function* (): AsyncGenerator<PreparedFile> {
    for (const file of request.files) {
      for await (const found of prepareFiles(job, file, () => files++)) {
        if (sample === '') ({ sample } = found.plan);
        if (sample !== '') void keepSample();
        for (const name of found.plan.ignored ?? []) ignored.add(name);
        headers.push(found.plan.header);
        if (found.plan.isFooterMissing === true) withoutFooter.add(found.file.filename);
        if (found.encoding) encodings.set(found.file.filename, { filename: found.file.filename, ...found.encoding });
        yield found;
      }
    }
    const { member } = request.table;
    if (files === 0 && member !== undefined)
      throw new PipelineError('SOURCE_FILE_MISSING', { name: request.name, file: member });
  };
  const keep = async (name: string, path: string): Promise<string> => {
    const { key } = await context.store.putFile(`${request.prefix}/${name}`, path);
    return key;
  };
  /** The sample is known before the first table, and is stored while the table is written. */
  let keeping: Promise<string> | undefined;
  const keepSample = (): Promise<string> => {
    keeping ??= (async () => {
      const path = join(context.scratch, 'sample.txt');
      await writeFile(path, sample);
      return keep('sample.txt', path);
    })();
    // Awaited at the end; another failure must not leave it unhandled.
    keeping.catch(() => undefined);
    return keeping;
  };
  const publish = async (from: PreparedFile, written: WrittenFile): Promise<LoadResult['tables'][number]> => {
    const tableKey = await keep(`${from.index}.parquet`, written.path);
    await rm(from.scratch, { recursive: true });
    const scanned = from.plan.scan?.path;
    // Rows that the database wrote are next to its results.
    if (scanned?.startsWith(join(output, 'rows-'))) await rm(scanned, { force: true });
    return { tableKey, filename: from.file.filename, rows: written.counts.good };
  };

  const loadDeclared = async (): Promise<Tables> => {
    const columns = declaredColumns(request);
    const tables: LoadResult['tables'][number][] = [];
    for await (const file of prepared()) {
      const copied = await copyWholeFile(job, file, columns);
      if (copied !== null) {
        tables.push(await publish(file, copied));
        continue;
      }
      const streamed = (await isStreamed(job, file)) ? await streamFile(job, file, columns) : null;
      tables.push(await publish(file, streamed ?? (await writeScanned(job, await scanToFiles(job, file), columns))));
    }
    return { tables, columns };
  };
  /** The types of undeclared columns must fit every file, so all files are scanned before the first table is written. */
  const loadWithRest = async (): Promise<Tables> => {
    const scanned: ScannedFile[] = [];
    for await (const file of prepared()) scanned.push(await scanToFiles(job, file));
    const { rest, untyped } = await restColumns(scanned, job.openSession);
    const columns = [...declaredColumns(request), ...rest];
    const tables: LoadResult['tables'][number][] = [];
    for (const file of scanned) tables.push(await publish(file, await writeScanned(job, file, columns)));
    return { tables, columns, untyped };
  };

  try {
    await mkdir(output, { recursive: true });
    const { tables, columns, untyped } = await (request.table.schema.rest ? loadWithRest() : loadDeclared());
    await reachMiddle();
    const closed = rejected.written();
    const [dirtyKey, newDirtyKey, sampleKey] = await Promise.all([
      closed.dirty === null ? null : keep('dirty.csv.zst', closed.dirty),
      closed.newDirty === null ? null : keep('new-dirty.jsonl.zst', closed.newDirty),
      keepSample(),
    ]);
    return {
      tables,
      columns,
      records: counts.records,
      rows: counts.good,
      dirtyRows: counts.dirty,
      dirtyStatus: statusOf(counts.dirty, counts.records),
      newDirtyRows: counts.rejected,
      newDirtyStatus: statusOf(counts.rejected, counts.records),
      dirtyReasons: topReasons(reasons, KEPT_REASONS),
      dirtyKey,
      newDirtyKey,
      sampleKey,
      delivery: findDelivery(request.table.schema, columns, { headers, untyped }),
      ignored: [...ignored],
      encodings: [...encodings.values()],
      leftOut: [...leftOut],
      withoutFooter: [...withoutFooter],
      bytes: request.files.reduce((total, file) => total + file.bytes, 0),
    };
  } catch (error) {
    context.signal.throwIfAborted();
    throw isOfFileSystem(error) ? storageError(error) : error;
  } finally {
    const session = await opening?.catch(() => undefined);
    await Promise.all([session?.close(), pool.close(), keeping?.catch(() => undefined)]);
  }
}

/** The undeclared columns in order of appearance, each with a type that the values of every file fit. */
async function restColumns(
  files: readonly ScannedFile[],
  openSession: () => Promise<SqlSession>,
): Promise<{ readonly rest: readonly Column[]; readonly untyped: ReadonlySet<string> }> {
  const types = new Map<string, ColumnType | null>();
  for (const { clean } of files) {
    const unknown = clean.fields.flatMap((field, index) =>
      field?.type.kind === 'unknown' ? [{ name: field.name, index, field }] : [],
    );
    if (unknown.length === 0) continue;
    const [row = {}] = clean.parts.length === 0 ? [] : await inferred(clean, await openSession());
    for (const { name, index, field } of unknown)
      types.set(name, joinedType(types.get(name) ?? null, inferredType(row, index, field)));
  }
  return {
    rest: [...types].map(([name, type]) => ({ name, type: type ?? { kind: 'string' }, nullable: true })),
    untyped: new Set([...types].flatMap(([name, type]) => (type === null ? [name] : []))),
  };
}

const inferred = (clean: CleanFiles, session: SqlSession): ReturnType<SqlSession['run']> =>
  session.run(inferTypes(clean)).catch((error: unknown) => {
    if (!isParallelReadFailure(error)) throw error;
    return session.run(inferTypes({ ...clean, singleThreaded: true }));
  });
