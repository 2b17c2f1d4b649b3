import type { Column } from '@switchboard/model/schema';
import type { EngineContext } from '../../context.ts';
import type { SqlSession } from '../../executors/executor.ts';
import type { FileOptions } from '../../formats/file-options.ts';
import type { ScanPlan } from '../../formats/format-reader.ts';
import type { CleanFiles } from '../../formats/parquet/parquet-copy.ts';
import type { DetectedEncoding } from '../../formats/text/detect-encoding.ts';
import type { LoadRequest, RawFile } from '../../requests.ts';
import type { ScannedPart } from '../../scan/scan-file.ts';
import type { ScanPool } from '../../scan/scan-pool.ts';
import type { RecordCounts } from './record-counts.ts';
import type { RejectedFiles } from './rejected-files.ts';

/** The parts of a load that preparing a file needs; previews have no others. */
export type PrepareJob = {
  readonly request: Pick<LoadRequest, 'name' | 'table'>;
  readonly context: EngineContext;
  readonly options: FileOptions;
  readonly rejected: Pick<RejectedFiles, 'nameFiles'>;
  /** Called with the names of members of archives that are not read. */
  readonly onLeftOut?: (name: string) => void;
  /** A folder that the database may write into. */
  readonly output: string;
  /** The database process of this load, started on first use. */
  readonly openSession: () => Promise<SqlSession>;
  /** Records to read for a preview; absent when all of them are wanted. */
  readonly maxRecords?: number;
};

/** Sizes in bytes that decide how a file is read. */
export type LoadSizes = {
  /** From this size on, the database reads while the scan goes on, so that good records are never written to disk. */
  readonly stream: number;
  /** One scan reads about this much. */
  readonly part: number;
};

export const LOAD_SIZES: LoadSizes = { stream: 8 * 1024 ** 2, part: 16 * 1024 ** 2 };

/** The shared state of one load. */
export type LoadJob = PrepareJob & {
  readonly request: LoadRequest;
  readonly sizes: LoadSizes;
  readonly pool: ScanPool;
  readonly rejected: RejectedFiles;
  /** Called with each scanned part, in order. */
  readonly onPart: (part: ScannedPart) => Promise<void>;
  /** Called with the counts of records that needed no scan. */
  readonly onCounted: (counts: RecordCounts) => Promise<void>;
  /** Returns a function that discards everything reported since. */
  readonly checkpoint: () => Promise<() => Promise<void>>;
};

/** A raw file, or a member of an archive, ready to scan in a folder of its own. */
export type PreparedFile = {
  readonly file: RawFile;
  readonly index: number;
  readonly scratch: string;
  readonly plan: ScanPlan;
  /** The encoding of a text file, if it was detected and is not UTF-8. */
  readonly encoding: DetectedEncoding | null;
};

/** A file whose good records are in clean files. */
export type ScannedFile = PreparedFile & { readonly clean: CleanFiles; readonly counts: RecordCounts };

/** A file whose good records are in a Parquet file at `path`. */
export type WrittenFile = { readonly path: string; readonly counts: RecordCounts };

export const declaredColumns = (request: LoadRequest): readonly Column[] =>
  request.table.schema.columns.map(({ name, type, nullable }) => ({ name, type, nullable }));
