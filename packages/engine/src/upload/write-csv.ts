import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createParallelGzip } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import type { EngineContext } from '../context.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import { makeFifo, readFifo } from '../files/fifo.ts';
import { storageError } from '../files/storage-error.ts';
import type { UploadRequest } from '../requests.ts';
import { uploadedValue } from '../values/decimal-text.ts';

const TIMEOUT_MS = 30 * 60_000;
const MEMORY_BYTES = 1024 ** 3;
/** While others pack what it writes: together they stay below a gigabyte. More threads would need more memory. */
const WHILE_PACKING: Resources = { memoryBytes: 640 * 1024 ** 2, threads: 2 };

type CsvRequest = Pick<UploadRequest, 'upload' | 'columns' | 'rows'>;

/**
 * The canonical CSV of a result: header, RFC 4180, null empty, an empty text quoted, records and lists as JSON.
 * Gives the path of the file. Throws ROWS_NOT_CONFIRMED, QUERY_*, PROCESS_STOPPED, STORAGE_*.
 */
export async function writeCsv(from: string, request: CsvRequest, context: EngineContext): Promise<string> {
  const folder = await folderOf(context);
  const path = join(folder, 'content.csv');
  // Few rows take more processor time to be spread over threads than to be written.
  const threads = (await isSmall(from, request)) ? { threads: 1 } : {};
  await orByOneThread({ memoryBytes: MEMORY_BYTES, ...threads }, (resources) =>
    copy({ from, path, folder, ...resources }, request, context),
  );
  return path;
}

type Resources = { readonly memoryBytes: number; readonly threads?: number };

/**
 * Rows keep their order however many threads write them. Very wide ones that several threads have in hand may need more memory
 * than there is; then one writes them alone.
 */
async function orByOneThread(first: Resources, write: (resources: Resources) => Promise<void>): Promise<void> {
  try {
    await write(first);
  } catch (error) {
    if (!(error instanceof PipelineError && error.code === 'QUERY_MEMORY')) throw error;
    await write({ memoryBytes: MEMORY_BYTES, threads: 1 });
  }
}

/** A result of few rows is written first and packed then: making a pipe takes longer than either. */
const FEW_ROWS = 20_000;
const FEW_BYTES = 256 * 1024;

const isSmall = async (from: string, { rows }: CsvRequest): Promise<boolean> =>
  rows <= FEW_ROWS && (await stat(from)).size <= FEW_BYTES;

/** The same, packed while the database writes it: the plain text of a large result never lies on the disk. */
export async function writePackedCsv(from: string, request: CsvRequest, context: EngineContext): Promise<string> {
  const folder = await folderOf(context);
  const path = join(folder, 'content.csv.gz');
  const fifo = join(folder, 'rows');
  if ((await isSmall(from, request)) || !(await makeFifo(fifo))) {
    const plain = await writeCsv(from, request, context);
    await pack(createReadStream(plain), path, context);
    await rm(plain);
    return path;
  }
  try {
    await orByOneThread(WHILE_PACKING, (resources) =>
      packWhileWriting({ from, path, folder, fifo, ...resources }, request, context),
    );
  } finally {
    await rm(fifo, { force: true });
  }
  return path;
}

type Files = Resources & { readonly from: string; readonly path: string; readonly folder: string };

async function packWhileWriting(
  { fifo, path, ...files }: Files & { readonly fifo: string },
  request: CsvRequest,
  context: EngineContext,
): Promise<void> {
  const { bytes, end } = readFifo(fifo);
  // The database would block forever on a pipe that is no longer read.
  const broken = new AbortController();
  const packing = pack(bytes, path, context).catch((error: unknown) => {
    broken.abort(error);
    throw error;
  });
  // Awaited below; a failure of the database must not leave it unhandled.
  packing.catch(() => undefined);
  const signal = AbortSignal.any([context.signal, broken.signal]);
  try {
    await copy({ ...files, path: fifo }, request, { ...context, signal });
  } finally {
    end();
    await packing.catch(() => undefined);
  }
  await packing;
}

async function folderOf(context: EngineContext): Promise<string> {
  const folder = join(context.scratch, 'upload');
  await mkdir(folder, { recursive: true });
  return folder;
}

async function pack(from: Readable, path: string, context: EngineContext): Promise<void> {
  try {
    await pipeline(from, createParallelGzip(), createWriteStream(path), { signal: context.signal });
  } catch (error) {
    context.signal.throwIfAborted();
    throw storageError(error);
  }
}

async function copy(
  { from, path, folder, ...resources }: Files,
  request: CsvRequest,
  context: EngineContext,
): Promise<void> {
  const session = await context.executor.open(
    { reads: [from], writes: [folder], ...resources, timeoutMs: TIMEOUT_MS },
    context.signal,
  );
  try {
    const query = `SELECT ${request.columns.map(csvItem).join(', ')} FROM read_parquet(${sqlText(from)})`;
    const options = `FORMAT csv, HEADER, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR '', COMPRESSION none, USE_TMP_FILE false`;
    const [counted] = await session.run(`COPY (${query}) TO ${sqlText(path)} (${options})`, {
      table: request.upload.table,
    });
    const rows = Number(counted?.['Count'] ?? 0);
    if (rows !== request.rows) {
      throw new PipelineError('ROWS_NOT_CONFIRMED', { name: request.upload.name, sent: request.rows, confirmed: rows });
    }
  } finally {
    await session.close();
  }
}

function csvItem(column: Column): string {
  const name = sqlName(column.name);
  const value = uploadedValue(name, column.type);
  return value === name ? name : `${value} AS ${name}`;
}
