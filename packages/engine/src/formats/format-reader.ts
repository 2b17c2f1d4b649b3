import type { DecimalDigits } from '@switchboard/connectors';
import type { FileFormatName } from '@switchboard/model/file-formats';
import type { Column } from '@switchboard/model/schema';
import type { SqlSession } from '../executors/executor.ts';
import type { NamedFile } from '../files/named-file.ts';
import type { DocumentReader } from './documents/document-reader.ts';
import type { FileOptions } from './file-options.ts';
import type { FileSchema } from './file-schema.ts';
import type { CleanFiles } from './parquet/parquet-copy.ts';
import type { FileScan } from './part-scan/scan-task.ts';

/** A file of one format, unpacked and in UTF-8, with everything that planning its scan needs. */
export type FormatInput = {
  /**
   * `scratch` is a folder of this file's own, which the database may read. `isWhole`: the checksum of an archive has proved that
   * nothing of it is cut off.
   */
  readonly file: NamedFile & { readonly scratch: string; readonly isWhole: boolean };
  readonly format: FileFormatName;
  /** The file's first bytes, at most `HEADER_BYTES`. */
  readonly head: Buffer;
  /** Bytes of the whole file. */
  readonly size: number;
  /** The source's name, for messages. */
  readonly name: string;
  readonly schema: FileSchema;
  readonly options: FileOptions;
  readonly lineNumbers: boolean;
  /** Undeclared columns whose numbers are decimals where they come from, by their names in the header. */
  readonly decimals: Readonly<Record<string, DecimalDigits>>;
  /** A folder that the database may write into. */
  readonly output: string;
  readonly openSession: () => Promise<SqlSession>;
  readonly signal: AbortSignal;
  /** Records to read for a preview; absent when all of them are wanted. */
  readonly maxRecords?: number;
};

/** Bytes of a file that are read to find its header. */
export const HEADER_BYTES = 4 << 20;

/** How a file is scanned, and what the scan writes. */
export type ScanPlan = {
  /** Null: the file has no record. */
  readonly scan: Omit<FileScan, 'scratch' | 'isBuffered' | 'rejected' | 'partBytes' | 'parallel'> | null;
  readonly clean: Omit<CleanFiles, 'parts'>;
  /** The first rows as text, header included. */
  readonly sample: string;
  /** The number of records that the file's metadata states; null when it states none. */
  readonly declaredRecords: number | null;
  /** Whether the file ends without the footer that is declared by its text. */
  readonly isFooterMissing?: boolean;
  /** The names of the header in order; absent without a header, and for documents. */
  readonly header?: readonly string[];
  /** Columns of the header that the schema does not declare. Absent for documents, whose records each have their own keys. */
  readonly ignored?: readonly string[];
  /** The statement that copies the whole file into a Parquet file without a scan, when every value already has its type. */
  readonly copyWhole?: (columns: readonly Column[], to: string) => string;
};

/** Everything the engine knows about one file format. `registry.ts` lists the readers. */
export type FormatReader = {
  /** Extensions in lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Formats of one family often carry each other's extensions. */
  readonly family?: 'delimited' | 'json';
  /** Binary files are not decoded as text. */
  readonly isBinary?: boolean;
  /** Whether a file without any content is whole: a report without rows. By default it is cut short. */
  readonly isCompleteWhenBlank?: (options: FileOptions) => boolean;
  /** Whether the first bytes are this format's signature. */
  readonly matchesMagic?: (head: Buffer, filename: string) => boolean;
  /** Whether the start of a text, without blanks before it, looks like this format. */
  readonly matchesText?: (start: string) => boolean;
  /** Reads the head and plans the scan. Throws FileFault, SyntaxError or PipelineError. */
  readonly plan: (input: FormatInput) => Promise<ScanPlan>;
  /** For documents: how to split a file into records and parse them. */
  readonly document?: DocumentReader;
};
