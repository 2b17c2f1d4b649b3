import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Column } from '@switchboard/model';
import { copyToParquet } from '../formats/parquet.ts';
import { type FileScan, type ScannedPart, scanFile } from '../formats/scan-file.ts';
import { compressionOf, unpack } from '../formats/unpack.ts';
import type { RawFile } from '../requests.ts';
import { makeFifo, openFifo, writeAll } from './fifo.ts';
import {
  addCounts,
  assertConserved,
  type Counts,
  type LoadWork,
  NO_RECORDS,
  type ReadyFile,
  type ScannedFile,
  type WrittenFile,
} from './load-work.ts';
import { formatFailure, type PrepareWork, prepare, throwFault } from './prepare.ts';
import { rawMembers } from './raw-members.ts';
import type { RefusedFiles } from './refused-files.ts';

const PART_BYTES = 16 * 1024 ** 2;
/** From this size on the database reads while the scan goes on, and the good records never touch the disk. */
const STREAM_BYTES = 8 * 1024 ** 2;

/** Unpacks a raw file and reads the head of what is in it: one file, or those of an archive that the table wants. */
export async function* readyFiles(
  work: PrepareWork & { readonly refused: Pick<RefusedFiles, 'nameFiles'> },
  file: RawFile,
  nextIndex: () => number,
): AsyncGenerator<ReadyFile> {
  const { context, options, request } = work;
  const { table } = request;
  const place = join(context.scratch, `raw-${file.key.replace(/\W+/g, '-').slice(-60)}`);
  await mkdir(place, { recursive: true });
  const raw = { path: await context.store.localPath(file.key, place), filename: file.filename };
  for await (const member of rawMembers(raw, table.member ?? null, options, context.signal)) {
    if (member.isOneOfSeveral) work.refused.nameFiles();
    const index = nextIndex();
    const scratch = join(context.scratch, `file-${index}`);
    await mkdir(scratch, { recursive: true });
    const named = { path: await member.content(scratch), filename: member.filename, scratch };
    const compression = member.compression ?? (await compressionOf(named, { ...options, compression: null }));
    const reached = (): Promise<void> => context.fault('mid-unpack');
    const unpacked = await unpack(named, compression, options, context.signal, { reached }).catch(throwFault);
    yield {
      file: { ...file, filename: member.filename },
      index,
      scratch,
      prepared: await prepare({ ...unpacked, scratch }, work, table.schema),
    };
  }
}

async function* scannedParts(work: LoadWork, ready: ReadyFile, asPieces: boolean): AsyncGenerator<ScannedPart> {
  const { scan } = ready.prepared;
  if (scan === null) return;
  const whole: FileScan = {
    ...scan,
    scratch: ready.scratch,
    asPieces,
    partBytes: PART_BYTES,
    parallel: work.pool.threads,
  };
  try {
    yield* scanFile(whole, work.pool.run);
  } catch (error) {
    throw formatFailure(error, ready.file.filename, scan.layout.kind);
  }
}

/** Scans a file into clean files. */
export async function scanToFiles(work: LoadWork, ready: ReadyFile): Promise<ScannedFile> {
  const parts: { readonly path: string; readonly firstLine: number }[] = [];
  let counts = NO_RECORDS;
  for await (const part of scannedParts(work, ready, false)) {
    await work.onPart(part, ready.file);
    counts = addCounts(counts, part);
    if (part.good > 0 && part.task.cleanPath !== null)
      parts.push({ path: part.task.cleanPath, firstLine: part.firstLine });
  }
  return { ...ready, counts, clean: { ...ready.prepared.clean, parts } };
}

/** Turns clean files into Parquet. */
export async function writeScanned(
  work: LoadWork,
  scanned: ScannedFile,
  columns: readonly Column[],
): Promise<WrittenFile> {
  const path = join(work.output, `${scanned.index}.parquet`);
  const session = await work.openSession();
  const [copied] = await session.run(copyToParquet(scanned.clean, columns, path), { table: work.request.name });
  assertConserved(scanned.file, scanned.counts, Number(copied?.['Count']), scanned.prepared.promised);
  return { path, counts: scanned.counts };
}

/** Takes a Parquet file whose every value is as declared. */
export async function takeFile(
  work: LoadWork,
  ready: ReadyFile,
  columns: readonly Column[],
): Promise<WrittenFile | null> {
  const { taken, promised } = ready.prepared;
  if (taken === undefined || promised === null) return null;
  const path = join(work.output, `${ready.index}.parquet`);
  const session = await work.openSession();
  const [copied] = await session.run(taken(columns, path), { table: work.request.name });
  const counts = { ...NO_RECORDS, records: promised, good: promised };
  assertConserved(ready.file, counts, Number(copied?.['Count']), promised);
  await work.onCounted(counts);
  return { path, counts };
}

/** Whether a file is worth streaming: a large CSV file whose columns and their types are known. */
export async function isStreamed(ready: ReadyFile): Promise<boolean> {
  const { scan, clean } = ready.prepared;
  if (scan === null || scan.layout.kind !== 'csv' || clean.lineNumbers) return false;
  if (clean.fields.some((field) => field?.type.kind === 'unknown')) return false;
  return (await stat(scan.path)).size >= STREAM_BYTES;
}

/** Scans a file straight into Parquet: the database reads the good records from a pipe. Null where there are no pipes. */
export async function streamFile(
  work: LoadWork,
  ready: ReadyFile,
  columns: readonly Column[],
): Promise<WrittenFile | null> {
  const fifo = join(ready.scratch, 'clean');
  if (!(await makeFifo(fifo))) return null;
  const path = join(work.output, `${ready.index}.parquet`);
  const session = await work.openSession();
  const clean = { ...ready.prepared.clean, parts: [{ path: fifo, firstLine: 1 }] };
  let isOver = false;
  const copying = session.run(copyToParquet(clean, columns, path), { table: work.request.name }).finally(() => {
    isOver = true;
  });
  // Awaited below; a failure of the scan must not leave it unhandled.
  copying.catch(() => undefined);
  const counts = await feed(work, ready, fifo, () => isOver);
  const [copied] = await copying;
  assertConserved(ready.file, counts, Number(copied?.['Count']), ready.prepared.promised);
  return { path, counts };
}

/** Scans a file and writes its good records into a pipe, until the reader is over or the file's end. */
async function feed(work: LoadWork, ready: ReadyFile, fifo: string, isReaderOver: () => boolean): Promise<Counts> {
  const parts = scannedParts(work, ready, true);
  // The scan begins while the reader still starts.
  let next = parts.next();
  next.catch(() => undefined);
  const pipe = await openFifo(fifo, isReaderOver);
  let counts = NO_RECORDS;
  if (pipe === null) return counts;
  // The reader's own failure says why a pipe broke, and is thrown by whoever awaits it.
  pipe.on('error', () => undefined);
  const send = async ({ pieces }: ScannedPart): Promise<void> => {
    if (pieces === null) return;
    await writeAll(pipe, Buffer.from(pieces.packed, 0, pieces.length)).catch(() => undefined);
    work.pool.recycle(pieces.space);
  };
  try {
    for (let step = await next; step.done !== true && !isReaderOver(); step = await next) {
      const part = step.value;
      // Refused records are kept while the good ones flow, so that the reader never waits for them.
      await Promise.all([send(part), work.onPart(part, ready.file)]);
      counts = addCounts(counts, part);
      next = parts.next();
    }
  } catch (error) {
    pipe.destroy();
    throw error;
  } finally {
    await parts.return(undefined);
  }
  pipe.end();
  return counts;
}
