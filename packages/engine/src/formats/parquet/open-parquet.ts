import { copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { SqlSession } from '../../executors/executor.ts';
import { incomplete } from '../../files/file-fault.ts';
import { mapHeader } from '../csv/csv-layout.ts';
import type { FormatInput } from '../format-reader.ts';
import { checkParquet, describeParquet, describeSchema } from './parquet-rows.ts';
import type { ParquetColumn } from './parquet-typed.ts';

/** A Parquet file that the database can read. */
export type OpenParquet = {
  readonly session: SqlSession;
  readonly path: string;
  readonly columns: readonly ParquetColumn[];
};

/** Puts a Parquet file where the database may read it, and finds its columns. Throws FileFault FILE_INCOMPLETE, PipelineError COLUMN_DUPLICATE. */
export async function openParquet({ file, schema, openSession, signal }: FormatInput): Promise<OpenParquet> {
  const { filename } = file;
  await checkParquet(file.path, filename);
  // The database may read the work's own folder only.
  const path = join(file.scratch, 'rows.parquet');
  await link(file.path, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return copyFile(file.path, path);
  });
  const session = await openSession();
  const described = await session.run(describeParquet(path), { table: filename }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw parquetFailure(error, filename);
  });
  const columns = described.map((row) => ({ name: String(row['column_name']), type: String(row['column_type']) }));
  // The database gives names that differ in case alone a number. Then the file's own say whether they matter.
  if (columns.some(({ name }) => /_\d+$/.test(name))) {
    const rows = await session.run(describeSchema(path), { table: filename });
    mapHeader(topNames(rows.map((row) => [String(row['name']), Number(row['num_children'] ?? 0)])), schema, filename);
  }
  return { session, path, columns };
}

/** The names of the columns themselves, without those of their fields: rows stand before those of their children, the root first. */
function topNames(rows: readonly (readonly [name: string, children: number])[]): readonly string[] {
  const names: string[] = [];
  const open: number[] = [];
  for (const [name, children] of rows) {
    if (open.length === 1) names.push(name);
    if (open.length > 0) open.push((open.pop() ?? 0) - 1);
    if (children > 0 || open.length === 0) open.push(children);
    while (open.length > 1 && open.at(-1) === 0) open.pop();
  }
  return names;
}

/** Failures of a query on a file alone. */
const OF_FILES: ReadonlySet<string> = new Set(['QUERY_FAILED', 'QUERY_UNFIT', 'STORAGE_FAILED']);

const DAMAGES: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/magic bytes|not a parquet|too small/i, 'it is not a Parquet file'],
  [/footer|metadata/i, 'its footer cannot be read'],
  [/decompress|snappy|zstd|gzip|brotli|lz4|uncompress/i, 'a page cannot be decompressed'],
  [/encrypt|decrypt/i, 'it is encrypted'],
  [/encoding|dictionary|page|thrift|TProtocol/i, 'a page cannot be read'],
];

/** Translates a failed query on a file into FILE_INCOMPLETE. */
export function parquetFailure(error: unknown, filename: string): unknown {
  if (!(error instanceof PipelineError) || !OF_FILES.has(error.code)) return error;
  const cause = typeof error.cause === 'string' ? error.cause : '';
  const damage = DAMAGES.find(([pattern]) => pattern.test(cause))?.[1];
  // A file that is gone, or a disk that fails, says nothing about the content.
  if (damage === undefined && error.code === 'STORAGE_FAILED') return error;
  const reason = damage ?? 'its content cannot be read';
  return incomplete(filename, 'parquet', reason);
}
