import { join } from 'node:path';
import type { Column } from '@switchboard/model/schema';
import { assertFields } from '../../formats/column-not-found.ts';
import { type CleanFiles, copyToParquet } from '../../formats/parquet/parquet-copy.ts';
import { joinFields, type RecordFields } from '../../formats/part-scan/record-fields.ts';
import type { FileScan } from '../../formats/part-scan/scan-task.ts';
import { type ScannedPart, scanFile } from '../../scan/scan-file.ts';
import type { LoadJob, PreparedFile, ScannedFile, WrittenFile } from './load-job.ts';
import { formatError, layoutFormat } from './plan-file.ts';
import { addCounts, assertConserved, isParallelReadFailure, NO_RECORDS } from './record-counts.ts';

/**
 * Scans a prepared file in parts; good records are buffered in memory or written to a file for each part. Throws
 * COLUMN_NOT_FOUND after the last part when no record of the file has a declared column.
 */
export async function* scanParts(
  job: LoadJob,
  prepared: PreparedFile,
  isBuffered: boolean,
): AsyncGenerator<ScannedPart> {
  const { scan } = prepared.plan;
  if (scan === null) return;
  const whole: FileScan = {
    ...scan,
    scratch: prepared.scratch,
    isBuffered,
    rejected: { filename: job.rejected.namesFiles ? prepared.file.filename : null },
    partBytes: job.sizes.part,
    // One more than there are threads keeps all of them busy while a part is handed on.
    parallel: job.pool.threads + 1,
  };
  const { filename } = prepared.file;
  let fields: RecordFields | null = null;
  try {
    for await (const part of scanFile(whole, job.pool.run)) {
      fields = joinFields(fields, part.fields);
      yield part;
    }
  } catch (error) {
    throw formatError(error, filename, layoutFormat(scan.layout));
  }
  assertFields(fields, filename);
}

/** Scans a file into clean files. */
export async function scanToFiles(job: LoadJob, prepared: PreparedFile): Promise<ScannedFile> {
  const parts: { readonly path: string; readonly firstLine: number }[] = [];
  let counts = NO_RECORDS;
  for await (const part of scanParts(job, prepared, false)) {
    await job.onPart(part);
    counts = addCounts(counts, part);
    if (part.good > 0 && part.task.cleanPath !== null)
      parts.push({ path: part.task.cleanPath, firstLine: part.firstLine });
  }
  return { ...prepared, counts, clean: { ...prepared.plan.clean, parts } };
}

/** Copies clean files into Parquet; a second time with one thread when the parallel reader fails. */
export async function writeScanned(
  job: LoadJob,
  scanned: ScannedFile,
  columns: readonly Column[],
): Promise<WrittenFile> {
  const path = join(job.output, `${scanned.index}.parquet`);
  const session = await job.openSession();
  const write = async (clean: CleanFiles): Promise<void> => {
    const [copied] = await session.run(copyToParquet(clean, columns, path), { table: job.request.name });
    assertConserved(scanned.file, scanned.counts, Number(copied?.['Count']), scanned.plan.declaredRecords);
  };
  await write(scanned.clean).catch(async (error: unknown) => {
    job.context.signal.throwIfAborted();
    if (!isParallelReadFailure(error)) throw error;
    await write({ ...scanned.clean, singleThreaded: true });
  });
  return { path, counts: scanned.counts };
}

/** Copies a file whose every value already has its declared type, without a scan; null when its plan does not allow it. */
export async function copyWholeFile(
  job: LoadJob,
  prepared: PreparedFile,
  columns: readonly Column[],
): Promise<WrittenFile | null> {
  const { copyWhole, declaredRecords } = prepared.plan;
  if (copyWhole === undefined || declaredRecords === null) return null;
  const path = join(job.output, `${prepared.index}.parquet`);
  const session = await job.openSession();
  const [copied] = await session.run(copyWhole(columns, path), { table: job.request.name });
  const counts = { ...NO_RECORDS, records: declaredRecords, good: declaredRecords };
  assertConserved(prepared.file, counts, Number(copied?.['Count']), declaredRecords);
  await job.onCounted(counts);
  return { path, counts };
}
