import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { NamedFile } from '../archives/unpack.ts';
import { DEFAULT_UNPACK_LIMITS, rowsLimits, UnpackMeter } from '../archives/unpack-limits.ts';
import type { SqlSession } from '../executors/executor.ts';
import { convert } from './convert-thread.ts';
import type { FileOptions } from './file-options.ts';
import { openParquet, parquetFailure } from './parquet/open-parquet.ts';
import { copyParquetRows } from './parquet/parquet-rows.ts';
import type { RowsInfo } from './rows-writer.ts';

/** What is needed to turn a file that is no text into rows. */
export type RowsWork = {
  /** The source's name, for messages. */
  readonly name: string;
  readonly options: FileOptions;
  readonly signal: AbortSignal;
  /** A folder that the database may read. */
  readonly scratch: string;
  /** A folder that the database may write into. */
  readonly output: string;
  readonly openSession: () => Promise<SqlSession>;
  /** Rows that are enough, for a look at a file. */
  readonly mostRecords?: number;
};

export type MadeRows = RowsInfo & { readonly path: string };

/** Turns a Parquet, Avro or xlsx file into rows, one JSON text a line. Throws FileFault and PipelineError QUERY_*. */
export async function makeRows(
  file: NamedFile,
  format: 'parquet' | 'avro' | 'xlsx',
  work: RowsWork,
): Promise<MadeRows> {
  if (format === 'parquet') return parquetRows(file, work);
  const { header, skipRows, skipFooter, sheet } = work.options;
  const path = join(work.scratch, 'rows');
  const task = { from: file.path, to: path, filename: file.filename, limits: DEFAULT_UNPACK_LIMITS };
  const choice = { header, skipRows, skipFooter, sheet, source: work.name };
  const found = await convert(
    format === 'avro' ? { ...task, kind: 'avro' } : { ...task, kind: 'xlsx', choice },
    work.signal,
  );
  return { ...(found ?? { names: [], records: 0, headerLines: 0 }), path };
}

async function parquetRows(file: NamedFile, work: RowsWork): Promise<MadeRows> {
  const { session, path: from, columns } = await openParquet(file, work);
  const path = join(work.output, `rows-${work.scratch.replace(/^.*\D/, '')}`);
  const meter = new UnpackMeter(file.filename, (await stat(from)).size, rowsLimits(DEFAULT_UNPACK_LIMITS));
  const writing = session.run(copyParquetRows(from, columns, path, work.mostRecords), { table: file.filename });
  const [copied] = await watched(writing, path, meter, session).catch((error: unknown) => {
    work.signal.throwIfAborted();
    throw parquetFailure(error, file.filename);
  });
  return { names: columns.map(({ name }) => name), records: Number(copied?.['Count']), headerLines: 0, path };
}

const WATCH_MS = 100;

/** Waits for rows being written, and ends the session when they become more than the limits allow. */
async function watched<T>(writing: Promise<T>, path: string, meter: UnpackMeter, session: SqlSession): Promise<T> {
  const watch = new AbortController();
  const watching = (async (): Promise<never> => {
    let known = 0;
    for (;;) {
      await setTimeout(WATCH_MS, undefined, { signal: watch.signal });
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      meter.add(size - known);
      known = size;
    }
  })();
  // Only what it says before the rows are written counts.
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
