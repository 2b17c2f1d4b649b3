import type { FileFormatName } from '@switchboard/model/file-formats';
import type { ThreadError } from '../../files/thread-error.ts';
import type { Target } from '../../values/column-reader.ts';
import type { CsvDialect } from '../csv-dialect.ts';
import type { CleanBuffer } from './clean-output.ts';
import type { Packed } from './packed-text.ts';
import type { ReasonCount } from './reason-counts.ts';
import type { RecordFields } from './record-fields.ts';

/** One scan of a part of a file. Plain data, so that it can run in another thread. */
export type ScanTask = {
  /** UTF-8, unpacked. */
  readonly path: string;
  /** The records that begin at or after `start` and before `end`. */
  readonly start: number;
  readonly end: number;
  /** The end of the data in the file. */
  readonly dataEnd: number;
  /** Whether `start` lies within a skipped record, so that the next well-formed record must be found first. */
  readonly skipping: boolean;
  readonly layout: ScanLayout;
  /** The file for the good records, as CSV; null: they are returned in `ScanResult.clean`. */
  readonly cleanPath: string | null;
  /** Memory for the good records, used if it is large enough. */
  readonly buffer?: ArrayBuffer;
  /** How to pack the rejected records; null: they are returned in `ScanResult.listed`. */
  readonly rejected: RejectedTask | null;
  /** Records after which the scan stops, for previews. Not for CSV, where `end` limits them. */
  readonly maxRecords?: number;
};

/** How to pack the rejected records of a part. Plain data. */
export type RejectedTask = {
  /** An offset at or before the part's start, and the physical line (from 1) that begins there. */
  readonly known: { readonly at: number; readonly line: number };
  /** The raw file's name, when records have to name theirs. */
  readonly filename: string | null;
  /** The beginning of the paths of spill files. */
  readonly path: string;
};

export type ScanLayout =
  | {
      readonly kind: 'csv';
      readonly dialect: CsvDialect;
      readonly crlf: boolean;
      readonly nullValues: readonly string[];
      /** By position in the file; null: not wanted. */
      readonly fields: readonly (Target | null)[];
      readonly lineNumbers: boolean;
      /** Whether it is proved that nothing is cut off at the end. */
      readonly isWhole?: boolean;
    }
  | {
      readonly kind: 'document';
      readonly format: FileFormatName;
      /** Whether the file can be cut at line ends. */
      readonly isLineBased: boolean;
      readonly nullValues: readonly string[];
      readonly targets: readonly (Target & { readonly header: string })[];
      /** Keys or element names down to the records. */
      readonly records: readonly string[];
      /** Whether a document without anything there has no records; else it is malformed. */
      readonly mayLackRecords: boolean;
      /** Whether an error beside the records is accepted. */
      readonly mayBePartial: boolean;
      readonly lineNumbers: boolean;
    }
  | {
      /** Rows that a binary file was converted into: a list a line, or an object with the keys `names`. */
      readonly kind: 'rows';
      readonly nullValues: readonly string[];
      readonly names: readonly string[];
      /** By position in the rows; null: not wanted. */
      readonly fields: readonly (Target | null)[];
      readonly lineNumbers: boolean;
    };

/** Why a value, or with an empty `column` a whole record, does not fit the schema. */
export type Violation = Readonly<Record<'column' | 'expected' | 'value' | 'reason', string>>;

/** A record that the strict reading rejects; `dirty` when the lenient one does so too. `line` counts from the scan's start, from 0. */
export type RejectedRecord = {
  readonly line: number;
  readonly raw: string;
  readonly dirty: boolean;
  readonly violations: readonly Violation[];
};

/** Rejected records as they appear in the files for download: dirty rows as CSV without a header, new dirty rows as JSON lines. */
export type PackedRejected = { readonly dirty: Packed; readonly newDirty: Packed };

export type ScanResult = {
  readonly records: number;
  readonly good: number;
  readonly dirty: number;
  /** Records that the strict reading rejects, the dirty ones included. */
  readonly rejected: number;
  /** The rejected records, packed or listed as the task asks; null for none. */
  readonly packed: PackedRejected | null;
  readonly listed: readonly RejectedRecord[];
  /** Why records were rejected, when they are packed. */
  readonly reasons: readonly ReasonCount[];
  /** The good records, when they have no file and the part is not verbatim. */
  readonly clean: CleanBuffer | null;
  /** Whether the part's bytes, from its start to `next`, are exactly its good records. Their last line end may be missing. */
  readonly isVerbatim: boolean;
  /** Physical lines passed. */
  readonly lines: number;
  /** Whether a well-formed record begins at `start`. */
  readonly startsAtRecord: boolean;
  /** Where the next scan has to begin, and whether that is within a skipped record. */
  readonly next: number;
  readonly skipping: boolean;
  /** The columns of the records. Null where a header or schema names them, and when no record is well-formed. */
  readonly fields: RecordFields | null;
};

/** A message to a scan thread. */
export type ScanRequest =
  | { readonly kind: 'scan'; readonly task: ScanTask }
  /** The thread may exit. */
  | { readonly kind: 'exit' };

/** A scan thread's reply: the result, a malformed document or one that says that something failed, or any other failure. */
export type ScanReply =
  | { readonly kind: 'result'; readonly result: ScanResult }
  | { readonly kind: 'malformed' | 'reported' | 'failed'; readonly error: ThreadError };

/** The scan of a file, in parts. */
export type FileScan = {
  readonly path: string;
  readonly dataStart: number;
  readonly dataEnd: number;
  /** Physical lines before `dataStart`. */
  readonly headerLines: number;
  readonly layout: ScanLayout;
  readonly scratch: string;
  /** Whether good records are returned in memory instead of a file for each part. CSV only. */
  readonly isBuffered: boolean;
  /** How to pack rejected records; null: they are listed. */
  readonly rejected: { readonly filename: string | null } | null;
  readonly partBytes: number;
  /** Scans requested at once. */
  readonly parallel: number;
};
