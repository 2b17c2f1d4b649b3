import { createReadStream } from 'node:fs';
import { link, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Column } from '@switchboard/model/schema';
import { makeFifo, openFifo, writeAll } from '../../files/fifo.ts';
import { headOf } from '../../files/named-file.ts';
import { type CleanFiles, copyToParquet } from '../../formats/parquet/parquet-copy.ts';
import type { ScannedPart } from '../../scan/scan-file.ts';
import type { LoadJob, PreparedFile, WrittenFile } from './load-job.ts';
import { addCounts, assertConserved, isParallelReadFailure, NO_RECORDS, type RecordCounts } from './record-counts.ts';
import { scanParts } from './scan-prepared.ts';

/** Verbatim ranges of the file are copied into the pipe in chunks of this size. */
const CHUNK_BYTES = 1024 ** 2;

/** Whether a file is worth streaming: a large CSV file whose columns have known types. */
export async function isStreamed({ sizes }: LoadJob, { plan }: PreparedFile): Promise<boolean> {
  const { scan, clean } = plan;
  if (scan === null || scan.layout.kind !== 'csv' || clean.lineNumbers) return false;
  if (clean.fields.some((field) => field?.type.kind === 'unknown')) return false;
  return (await stat(scan.path)).size >= sizes.stream;
}

/**
 * Scans a large CSV file into Parquet. As long as every part is verbatim nothing is copied, and at the end the database
 * reads the file itself; from the first other part on, the database reads the good records from a pipe. Null when the
 * platform has no pipes or the parallel reader fails; then nothing of it counts.
 */
export async function streamFile(
  job: LoadJob,
  prepared: PreparedFile,
  columns: readonly Column[],
): Promise<WrittenFile | null> {
  const fifo = join(prepared.scratch, 'clean');
  if (!(await makeFifo(fifo))) return null;
  const rollback = await job.checkpoint();
  try {
    return await streamOnce(job, prepared, columns, fifo);
  } catch (error) {
    job.context.signal.throwIfAborted();
    if (!isParallelReadFailure(error)) throw error;
    await rollback();
    return null;
  }
}

async function streamOnce(
  job: LoadJob,
  prepared: PreparedFile,
  columns: readonly Column[],
  fifo: string,
): Promise<WrittenFile> {
  const { plan } = prepared;
  const path = join(job.output, `${prepared.index}.parquet`);
  const opening = job.openSession();
  // Awaited below; a failure of the scan must not leave it unhandled.
  opening.catch(() => undefined);
  const copy = async (clean: CleanFiles): Promise<number> => {
    const [copied] = await (await opening).run(copyToParquet(clean, columns, path), { table: job.request.name });
    return Number(copied?.['Count']);
  };
  const whole = await wholeFile(prepared);
  const parts = scanParts(job, prepared, true);
  let counts = NO_RECORDS;
  try {
    let step = await parts.next();
    for (; whole !== null && step.done !== true && step.value.isVerbatim; step = await parts.next()) {
      await job.onPart(step.value);
      counts = addCounts(counts, step.value);
    }
    let rows: number;
    if (whole !== null && step.done === true) rows = await copy(whole);
    else {
      let isReaderDone = false;
      const copying = copy({ ...plan.clean, parts: [{ path: fifo, firstLine: 1 }] }).finally(() => {
        isReaderDone = true;
      });
      copying.catch(() => undefined);
      const fed = await feedPipe(job, prepared, { fifo, parts, step, isReaderDone: () => isReaderDone });
      counts = addCounts(counts, fed);
      rows = await copying;
    }
    assertConserved(prepared.file, counts, rows, plan.declaredRecords);
    return { path, counts };
  } finally {
    await parts.return(undefined);
  }
}

/** The raw file as the database would read it from start to end; null when it must not, or cannot. */
async function wholeFile({ plan, scratch }: PreparedFile): Promise<CleanFiles | null> {
  const { scan, clean } = plan;
  if (scan === null || scan.layout.kind !== 'csv' || scan.headerLines > 1) return null;
  if (scan.headerLines === 0 && scan.dataStart > 0) return null;
  if (scan.dataEnd !== (await stat(scan.path)).size) return null;
  const header = (await headOf(scan.path, scan.dataStart)).toString('latin1');
  // The database treats every carriage return as a line end.
  if (header.replace(/\r\n$/, '').includes('\r')) return null;
  // The database may only read this job's folder.
  const path = join(scratch, 'whole');
  const isLinked = await link(await realpath(scan.path), path).then(
    () => true,
    () => false,
  );
  return isLinked ? { ...clean, parts: [{ path, firstLine: 1 }], skippedLines: scan.headerLines } : null;
}

type PipeFeed = {
  readonly fifo: string;
  readonly parts: AsyncGenerator<ScannedPart>;
  /** The first part that is not verbatim, as `parts` yielded it. */
  readonly step: IteratorResult<ScannedPart>;
  readonly isReaderDone: () => boolean;
};

/** Continues a scan and writes the good records into a pipe, until the file ends or the reader is done. */
async function feedPipe(
  job: LoadJob,
  prepared: PreparedFile,
  { fifo, parts, step, isReaderDone }: PipeFeed,
): Promise<RecordCounts> {
  const { scan } = prepared.plan;
  let counts = NO_RECORDS;
  const pipe = await openFifo(fifo, isReaderDone);
  if (pipe === null || scan === null) return counts;
  // The reader's own failure explains a broken pipe; whoever awaits the reader throws it.
  pipe.on('error', () => undefined);
  const sendRange = async (start: number, end: number): Promise<void> => {
    if (start >= end) return;
    const range = createReadStream(scan.path, { start, end: end - 1, highWaterMark: CHUNK_BYTES });
    for await (const bytes of range) {
      if (isReaderDone()) return;
      await writeAll(pipe, bytes as Buffer).catch(() => undefined);
    }
  };
  const send = async ({ clean, isVerbatim, task, next }: ScannedPart): Promise<void> => {
    if (isVerbatim) {
      await sendRange(task.start, next);
      return;
    }
    if (clean === null) return;
    await writeAll(pipe, Buffer.from(clean.buffer, 0, clean.length)).catch(() => undefined);
    job.pool.recycle(clean.buffer);
  };
  try {
    if (step.done !== true) await sendRange(scan.dataStart, step.value.task.start);
    for (let now = step; now.done !== true && !isReaderDone(); now = await parts.next()) {
      const part = now.value;
      // Rejected records are stored while the good ones flow, so that they do not delay the reader.
      await Promise.all([send(part), job.onPart(part)]);
      counts = addCounts(counts, part);
    }
  } catch (error) {
    pipe.destroy();
    throw error;
  }
  pipe.end();
  return counts;
}
