import { createReadStream } from 'node:fs';
import { link, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Column } from '@switchboard/model';
import { compressionOf, headOf, unpack } from '../../archives/unpack.ts';
import { makeFifo, openFifo, writeAll } from '../../files/fifo.ts';
import { type CleanFiles, copyToParquet } from '../../formats/parquet/parquet-copy.ts';
import type { RawFile } from '../../requests.ts';
import { type FileScan, type ScannedPart, scanFile } from '../../scan/scan-file.ts';
import {
  addCounts,
  assertConserved,
  type Counts,
  isLostReader,
  type LoadWork,
  NO_RECORDS,
  type ReadyFile,
  type ScannedFile,
  type WrittenFile,
} from './load-context.ts';
import { formatFailure, type PrepareWork, prepare, throwFault } from './prepare.ts';
import { rawMembers } from './raw-members.ts';
import type { RefusedFiles } from './rejected-files.ts';

const PART_BYTES = 16 * 1024 ** 2;
/** From this size on the database reads while the scan goes on, and the good records never touch the disk. */
const STREAM_BYTES = 8 * 1024 ** 2;
/** Stretches of the file that stand for themselves go into the pipe in pieces of this size. */
const STRETCH_BYTES = 1024 ** 2;

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
    refused: { filename: work.refused.namesFiles ? ready.file.filename : null },
    partBytes: PART_BYTES,
    // One more than there are threads, so that none waits while a part is handed on.
    parallel: work.pool.threads + 1,
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
    await work.onPart(part);
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
  const write = async (clean: CleanFiles): Promise<void> => {
    const [copied] = await session.run(copyToParquet(clean, columns, path), { table: work.request.name });
    assertConserved(scanned.file, scanned.counts, Number(copied?.['Count']), scanned.prepared.promised);
  };
  await write(scanned.clean).catch(async (error: unknown) => {
    work.context.signal.throwIfAborted();
    if (!isLostReader(error)) throw error;
    await write({ ...scanned.clean, inSequence: true });
  });
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

/**
 * Scans a large file into Parquet. While all of it turns out to be written plainly nothing is copied, and at the end the
 * database reads the file itself; from the first part on that is not so, the database reads the good records from a pipe.
 * Null where there are no pipes, or where the database has lost its way: then nothing of it counts.
 */
export async function streamFile(
  work: LoadWork,
  ready: ReadyFile,
  columns: readonly Column[],
): Promise<WrittenFile | null> {
  const fifo = join(ready.scratch, 'clean');
  if (!(await makeFifo(fifo))) return null;
  const takeBack = await work.mark();
  try {
    return await streamOnce(work, ready, columns, fifo);
  } catch (error) {
    work.context.signal.throwIfAborted();
    if (!isLostReader(error)) throw error;
    await takeBack();
    return null;
  }
}

async function streamOnce(
  work: LoadWork,
  ready: ReadyFile,
  columns: readonly Column[],
  fifo: string,
): Promise<WrittenFile> {
  const path = join(work.output, `${ready.index}.parquet`);
  const opening = work.openSession();
  // Awaited below; a failure of the scan must not leave it unhandled.
  opening.catch(() => undefined);
  const copy = async (clean: CleanFiles): Promise<number> => {
    const [copied] = await (await opening).run(copyToParquet(clean, columns, path), { table: work.request.name });
    return Number(copied?.['Count']);
  };
  const whole = await wholeFile(ready);
  const parts = scannedParts(work, ready, true);
  let counts = NO_RECORDS;
  try {
    let step = await parts.next();
    for (; whole !== null && step.done !== true && step.value.isVerbatim; step = await parts.next()) {
      await work.onPart(step.value);
      counts = addCounts(counts, step.value);
    }
    let rows: number;
    if (whole !== null && step.done === true) rows = await copy(whole);
    else {
      let isOver = false;
      const copying = copy({ ...ready.prepared.clean, parts: [{ path: fifo, firstLine: 1 }] }).finally(() => {
        isOver = true;
      });
      copying.catch(() => undefined);
      counts = addCounts(counts, await feed(work, ready, { fifo, parts, step, isReaderOver: () => isOver }));
      rows = await copying;
    }
    assertConserved(ready.file, counts, rows, ready.prepared.promised);
    return { path, counts };
  } finally {
    await parts.return(undefined);
  }
}

/** The file as the database would read it from its first line to its last; null when it must not, or cannot. */
async function wholeFile({ prepared, scratch }: ReadyFile): Promise<CleanFiles | null> {
  const { scan, clean } = prepared;
  if (scan === null || scan.layout.kind !== 'csv' || scan.headerLines > 1) return null;
  if (scan.headerLines === 0 && scan.dataStart > 0) return null;
  if (scan.dataEnd !== (await stat(scan.path)).size) return null;
  const header = (await headOf(scan.path, scan.dataStart)).toString('latin1');
  // The database takes a carriage return for a line end, wherever it stands.
  if (header.replace(/\r\n$/, '').includes('\r')) return null;
  // The database may read the work's own folder only.
  const path = join(scratch, 'whole');
  const isLinked = await link(await realpath(scan.path), path).then(
    () => true,
    () => false,
  );
  return isLinked ? { ...clean, parts: [{ path, firstLine: 1 }], skippedLines: scan.headerLines } : null;
}

type Feeding = {
  readonly fifo: string;
  readonly parts: AsyncGenerator<ScannedPart>;
  /** The first part that is to be sent as more than a stretch of the file, as `parts` gave it. */
  readonly step: IteratorResult<ScannedPart>;
  readonly isReaderOver: () => boolean;
};

/** Goes on with a scan and writes the good records into a pipe, until the reader is over or the file's end. */
async function feed(work: LoadWork, ready: ReadyFile, { fifo, parts, step, isReaderOver }: Feeding): Promise<Counts> {
  const { scan } = ready.prepared;
  let counts = NO_RECORDS;
  const pipe = await openFifo(fifo, isReaderOver);
  if (pipe === null || scan === null) return counts;
  // The reader's own failure says why a pipe broke, and is thrown by whoever awaits it.
  pipe.on('error', () => undefined);
  const sendStretch = async (start: number, end: number): Promise<void> => {
    if (start >= end) return;
    const stretch = createReadStream(scan.path, { start, end: end - 1, highWaterMark: STRETCH_BYTES });
    for await (const bytes of stretch) {
      if (isReaderOver()) return;
      await writeAll(pipe, bytes as Buffer).catch(() => undefined);
    }
  };
  const send = async ({ pieces, isVerbatim, task, next }: ScannedPart): Promise<void> => {
    if (isVerbatim) {
      await sendStretch(task.start, next);
      return;
    }
    if (pieces === null) return;
    await writeAll(pipe, Buffer.from(pieces.packed, 0, pieces.length)).catch(() => undefined);
    work.pool.recycle(pieces.packed);
  };
  try {
    if (step.done !== true) await sendStretch(scan.dataStart, step.value.task.start);
    for (let now = step; now.done !== true && !isReaderOver(); now = await parts.next()) {
      const part = now.value;
      // Refused records are kept while the good ones flow, so that the reader never waits for them.
      await Promise.all([send(part), work.onPart(part)]);
      counts = addCounts(counts, part);
    }
  } catch (error) {
    pipe.destroy();
    throw error;
  }
  pipe.end();
  return counts;
}
