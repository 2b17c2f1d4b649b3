import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ColumnType } from '@switchboard/model/schema';
import type { SqlSession } from '../../executors/executor.ts';
import { DEFAULT_UNPACK_LIMITS, rowsLimits, UnpackMeter } from '../../files/unpack-limits.ts';
import type { FormatInput } from '../format-reader.ts';
import type { RowsFile } from '../rows/plan-rows.ts';
import { openParquet, parquetFailure } from './open-parquet.ts';
import { copyParquetRows } from './parquet-rows.ts';

const POLL_MS = 100;

/** Has the database write a Parquet file's rows as JSON objects, one a line. Throws FileFault FILE_INCOMPLETE or ARCHIVE_LIMIT. */
export async function parquetRows(input: FormatInput): Promise<RowsFile> {
  const { file, output, signal, maxRecords } = input;
  const { session, path: from, columns } = await openParquet(input);
  const path = join(output, `rows-${file.scratch.replace(/^.*\D/, '')}`);
  const meter = new UnpackMeter(file.filename, (await stat(from)).size, rowsLimits(DEFAULT_UNPACK_LIMITS));
  const writing = session.run(copyParquetRows(from, columns, path, maxRecords), { table: file.filename });
  const [copied] = await withinLimits(writing, path, meter, session).catch((error: unknown) => {
    signal.throwIfAborted();
    throw parquetFailure(error, file.filename);
  });
  return {
    names: columns.map(({ name }) => name),
    records: Number(copied?.['Count']),
    headerLines: 0,
    path,
    types: columns.map(({ type }) => exactType(type)),
  };
}

/** The decimal that a column is declared as in its file; null for others. */
function exactType(type: string): ColumnType | null {
  const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? null : { kind: 'decimal', precision: Number(precision), scale: Number(scale) };
}

/** Awaits rows that are being written, and closes the session when the file outgrows the limits. */
async function withinLimits<T>(writing: Promise<T>, path: string, meter: UnpackMeter, session: SqlSession): Promise<T> {
  const watch = new AbortController();
  const watching = (async (): Promise<never> => {
    let known = 0;
    for (;;) {
      await setTimeout(POLL_MS, undefined, { signal: watch.signal });
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      meter.add(size - known);
      known = size;
    }
  })();
  // Rejected by the abort below once the rows are written.
  watching.catch(() => undefined);
  try {
    return await Promise.race([writing, watching]);
  } catch (error) {
    await session.close();
    throw error;
  } finally {
    watch.abort();
    writing.catch(() => undefined);
  }
}
