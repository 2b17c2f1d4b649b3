import { type Column, PipelineError } from '@switchboard/model';
import type { EngineContext } from '../../context.ts';
import type { SqlSession } from '../../executors/executor.ts';
import type { FileOptions } from '../../formats/file-options.ts';
import type { CleanFiles } from '../../formats/parquet/parquet-copy.ts';
import type { LoadRequest, RawFile } from '../../requests.ts';
import type { ScannedPart } from '../../scan/scan-file.ts';
import type { ScanPool } from '../../scan/scan-pool.ts';
import type { Prepared } from './prepare.ts';
import type { RefusedFiles } from './rejected-files.ts';

/** Everything that the steps of one load share. */
export type LoadWork = {
  readonly request: LoadRequest;
  readonly context: EngineContext;
  readonly options: FileOptions;
  readonly pool: ScanPool;
  readonly refused: RefusedFiles;
  /** Folder that the database may write into. */
  readonly output: string;
  /** The database process of this load, started when first needed. */
  readonly openSession: () => Promise<SqlSession>;
  /** Called with each scanned part, in order. */
  readonly onPart: (part: ScannedPart) => Promise<void>;
  /** Called with the counts of records that needed no scan. */
  readonly onCounted: (counts: Counts) => Promise<void>;
  /** Gives what takes back all that is told of from now on. */
  readonly mark: () => Promise<() => Promise<void>>;
};

export type Counts = {
  readonly records: number;
  readonly good: number;
  readonly dirty: number;
  readonly refused: number;
};

export const NO_RECORDS: Counts = { records: 0, good: 0, dirty: 0, refused: 0 };

export const addCounts = (one: Counts, other: Counts): Counts => ({
  records: one.records + other.records,
  good: one.good + other.good,
  dirty: one.dirty + other.dirty,
  refused: one.refused + other.refused,
});

/** A raw file made ready to scan, in a folder of its own. */
export type ReadyFile = {
  readonly file: RawFile;
  readonly index: number;
  readonly scratch: string;
  readonly prepared: Prepared;
};

/** A raw file whose good records stand in clean files. */
export type ScannedFile = ReadyFile & { readonly clean: CleanFiles; readonly counts: Counts };

/** A raw file whose good records stand in a Parquet file. */
export type WrittenFile = { readonly path: string; readonly counts: Counts };

export const declaredColumns = (request: LoadRequest): readonly Column[] =>
  request.table.schema.columns.map(({ name, type, nullable }) => ({ name, type, nullable }));

/**
 * Whether the database may only have lost its way. Its threads begin in the middle of a file and have to find out where a
 * record does; among many quotes they sometimes cannot, or find another number of records than there are.
 */
export const isLostReader = (error: unknown): boolean =>
  error instanceof PipelineError && (error.code === 'QUERY_FAILED' || error.code === 'RECORDS_NOT_CONSERVED');

/**
 * Throws RECORDS_NOT_CONSERVED unless every record read is either in the table or dirty. `rows` are those in the table; `promised`
 * is what the file itself says that it holds.
 */
export function assertConserved(file: RawFile, counts: Counts, rows: number, promised: number | null): void {
  const { good, dirty } = counts;
  const records = promised ?? counts.records;
  if (rows === good && records === good + dirty && records === counts.records) return;
  throw new PipelineError('RECORDS_NOT_CONSERVED', { file: file.filename, records, good: rows, dirty });
}
