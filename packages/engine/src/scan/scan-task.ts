import type { CsvDialect } from '../formats/csv/csv-dialect.ts';
import type { Target } from '../values/column-reader.ts';
import type { CleanPieces } from './clean-output.ts';
import type { PackedRefused, RefusedTask } from './rejected-output.ts';

/** Everything that a scan needs to know, as plain data, because it may run in another thread. */
export type ScanTask = {
  /** UTF-8, unpacked. */
  readonly path: string;
  /** Which records: those that start at or after `start` and before `end`. */
  readonly start: number;
  readonly end: number;
  /** Where the data ends in the file. */
  readonly dataEnd: number;
  /** Whether `start` lies in a record that was given up as too long, whose end has to be found first. */
  readonly skipping: boolean;
  readonly layout: ScanLayout;
  /** Where the good records go, as CSV; null: into the answer, as pieces. */
  readonly cleanPath: string | null;
  /** Memory for pieces, if it is large enough. */
  readonly space?: ArrayBuffer;
  /** How to pack the refused records; null: they go into the answer as a list. */
  readonly refused: RefusedTask | null;
  /** Records after which the scan may stop, for a look at a file. Not for CSV, whose `end` says it. */
  readonly mostRecords?: number;
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
    }
  | {
      readonly kind: 'jsonl' | 'json' | 'xml';
      readonly nullValues: readonly string[];
      readonly targets: readonly (Target & { readonly header: string })[];
      /** Keys of the path to the rows, for `json`; elements down to a row's, for `xml`. */
      readonly records: readonly string[];
      readonly lineNumbers: boolean;
    }
  | {
      /** Rows made of a file that is no text: a list a line, or an object whose keys are `names`. */
      readonly kind: 'rows';
      readonly nullValues: readonly string[];
      readonly names: readonly string[];
      /** By position in the rows; null: not wanted. */
      readonly fields: readonly (Target | null)[];
      readonly lineNumbers: boolean;
    };

/** A value that a reading refused. */
export type Refusal = {
  readonly column: string;
  readonly expected: string;
  readonly value: string;
  readonly reason: string;
};

/** A record that the strict reading refuses; `dirty` when the lenient one does so too. `line` counts from the scan's start, from 0. */
export type RefusedRecord = {
  readonly line: number;
  readonly raw: string;
  readonly dirty: boolean;
  readonly refusals: readonly Refusal[];
};

export type ScanAnswer = {
  readonly records: number;
  readonly good: number;
  readonly dirty: number;
  /** Records that the strict reading refuses, the dirty ones included. */
  readonly refused: number;
  /** What these records are, packed or as a list, as the task wanted; null for none. */
  readonly packed: PackedRefused | null;
  readonly listed: readonly RefusedRecord[];
  /** The good records, when they have no file and are not all that the part is. */
  readonly pieces: CleanPieces | null;
  /** Whether the part's bytes, from its start to `next`, are its good records and nothing else. Their last line end may be missing. */
  readonly isVerbatim: boolean;
  /** Physical lines passed. */
  readonly lines: number;
  /** Whether a well-formed record begins at `start`. */
  readonly startsSound: boolean;
  /** Where the next scan has to begin, and whether in the middle of a record that was given up. */
  readonly next: number;
  readonly skipping: boolean;
};

/** What a scanning thread is given to do. */
export type ScanJob =
  | { readonly kind: 'scan'; readonly task: ScanTask }
  /** Nothing more: it may end. */
  | { readonly kind: 'leave' };

/** What a scanning thread says about a task: its answer, that the document is not whole, or any other failure. */
export type ScanReply =
  | { readonly kind: 'answer'; readonly answer: ScanAnswer }
  | { readonly kind: 'unreadable' | 'failed'; readonly message: string };
