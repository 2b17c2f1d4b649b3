import { copyFile, link, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PipelineError } from '@switchboard/model';
import type { SqlSession } from '../executors/executor.ts';
import { convert } from '../formats/convert-thread.ts';
import { incomplete, unreadable } from '../formats/file-fault.ts';
import type { FileOptions } from '../formats/file-options.ts';
import { checkParquet, copyParquetRows, describeParquet } from '../formats/parquet-rows.ts';
import type { RowsInfo } from '../formats/rows-writer.ts';
import type { NamedFile } from '../formats/unpack.ts';
import { DEFAULT_UNPACK_LIMITS, UnpackMeter } from '../formats/unpack-limits.ts';

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
  const { filename } = file;
  await checkParquet(file.path, filename);
  // The database may read the work's own folder only. Its name must not depend on the file's.
  const from = join(work.scratch, 'rows.parquet');
  await link(file.path, from).catch(() => copyFile(file.path, from));
  const path = join(work.output, `rows-${work.scratch.replace(/^.*\D/, '')}`);
  const session = await work.openSession();
  const meter = new UnpackMeter(filename, (await stat(from)).size, DEFAULT_UNPACK_LIMITS);
  try {
    const described = await session.run(describeParquet(from), { table: filename });
    const columns = described.map((row) => ({ name: String(row['column_name']), type: String(row['column_type']) }));
    const [copied] = await watched(
      session.run(copyParquetRows(from, columns, path, work.mostRecords), { table: filename }),
      path,
      meter,
      session,
    );
    return { names: columns.map(({ name }) => name), records: Number(copied?.['Count']), headerLines: 0, path };
  } catch (error) {
    work.signal.throwIfAborted();
    throw parquetFailure(error, filename);
  }
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

/** What the database says about a file that it cannot read, without the path that only we know. */
function parquetFailure(error: unknown, filename: string): unknown {
  if (!(error instanceof PipelineError) || error.code !== 'QUERY_FAILED') return error;
  const reason = error.message
    .replace(/^.*? could not be built: /, '')
    .replace(/^[\w ]+ Error: /, '')
    .replace(/["']?\/[^\s"']*["']?/g, filename)
    .replace(/\.+$/, '')
    .slice(0, 200);
  return /encrypt/i.test(reason) ? unreadable(filename, 'parquet', reason) : incomplete(filename, 'parquet', reason);
}
