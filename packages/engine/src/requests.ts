import type {
  DecimalDigits,
  Delivered,
  DeliveryRequest,
  KeyProperties,
  SourceAnswer,
  WantedFile,
} from '@switchboard/connectors';
import type { AssertionOutcome } from '@switchboard/model/assertions';
import type { Delivery } from '@switchboard/model/lineage/delivered-columns';
import type {
  AssertionSeverity,
  Parameters,
  PlanAssertion,
  PlanTable,
  PlanUpload,
  PlanValue,
  SourceTable,
} from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { DirtyRowStatus } from '@switchboard/model/status/status';
import type { SqlJob } from './executors/executor.ts';
import type { ReasonCount } from './formats/part-scan/reason-counts.ts';
import type { RejectedRecord, Violation } from './formats/part-scan/scan-task.ts';
import type { DetectedEncoding } from './formats/text/detect-encoding.ts';

/** Requests and results of the engine: plain data, which callers can store. */

/** An object of the store. */
type StoredBytes = {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
};

export type FetchRequest = {
  readonly source: { readonly name: string; readonly connector: string; readonly parameters: Parameters };
  readonly key: KeyProperties | null;
  readonly reportDate: string | null;
  readonly state: PlanValue | null;
  /** The files to fetch from a source that lists files; absent: it is listed now for the report date. */
  readonly files?: readonly WantedFile[];
  /** IANA name of the time zone in which a delivery is dated; UTC by default. */
  readonly timezone?: string;
  /** Store prefix of this attempt: `acct/{account}/raw/{unit}/{attempt}`. */
  readonly prefix: string;
};

export type RawFile = StoredBytes & {
  readonly key: string;
  readonly filename: string;
  readonly url: string;
  /** The encoding of its text, as the answer that brought it says. */
  readonly charset?: string;
  /** Columns of CSV whose numbers are decimals where they come from, by their names. */
  readonly decimals?: Readonly<Record<string, DecimalDigits>>;
};

export type FetchResult =
  | Extract<SourceAnswer, { readonly kind: 'requested' }>
  | { readonly kind: 'fetched'; readonly files: readonly RawFile[] };

export type LoadRequest = {
  /** For messages. */
  readonly name: string;
  readonly table: SourceTable;
  /** The source's parameters: format, compression, encoding, delimiter, quote, header, skip_rows, null_values, records … */
  readonly parameters: Parameters;
  readonly files: readonly RawFile[];
  readonly prefix: string;
};

export type FileEncoding = DetectedEncoding & { readonly filename: string };

export type LoadResult = {
  /** One typed Parquet of the good rows per raw file, in file order; columns as `columns`, plus `line_number` if the table keeps it. */
  readonly tables: readonly { readonly tableKey: string; readonly filename: string; readonly rows: number }[];
  readonly columns: readonly Column[];
  /** Records read = rows + dirtyRows, checked by an independent count. */
  readonly records: number;
  readonly rows: number;
  readonly dirtyRows: number;
  readonly dirtyStatus: DirtyRowStatus;
  readonly newDirtyRows: number;
  readonly newDirtyStatus: DirtyRowStatus;
  /** The most frequent reasons of dirty and new dirty rows, at most five. */
  readonly dirtyReasons?: readonly ReasonCount[];
  /** Null when there is none. CSV in zstd: line, column, reason, raw. Read it by `unpackedText`. */
  readonly dirtyKey: string | null;
  /** Null when there is none. One JSON object a line, in zstd too. */
  readonly newDirtyKey: string | null;
  /** The first 100 raw rows as text, header included. */
  readonly sampleKey: string;
  /** The columns of its files as they were found, whether the table declares them or not. */
  readonly delivery?: Delivery;
  /** Columns of the files' headers that the schema does not declare. */
  readonly ignored?: readonly string[];
  /** Encodings of text files that were detected and are not UTF-8, with a confidence in percent. */
  readonly encodings?: readonly FileEncoding[];
  /** Names of members of its archives that were not read. */
  readonly leftOut?: readonly string[];
  /** Names of files that end without the footer that is declared by its text. */
  readonly withoutFooter?: readonly string[];
  readonly bytes: number;
};

export type PreviewRequest = {
  /** For messages. */
  readonly name: string;
  /** The table whose schema the rows are read by; null: all columns, as texts. */
  readonly table: SourceTable | null;
  readonly parameters: Parameters;
  readonly file: RawFile;
  /** The number of records to read, at most 1,000. */
  readonly records: number;
  /** Whether to say on which line each good record begins; default false. */
  readonly lineNumbers?: boolean;
};

/** The first records of a raw file. Of an archive, those of its first file. */
export type PreviewResult = {
  readonly filename: string;
  readonly columns: readonly Column[];
  /** The good records, by column; values of records and lists as the database writes them. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** The physical line, from 1, of each good record; null where it is not known. Empty without `lineNumbers`. */
  readonly lines: readonly (number | null)[];
  /** Records that the strict reading rejects. `line` is physical, from 1; in a sheet it is the row's number. */
  readonly rejected: readonly (Pick<RejectedRecord, 'line' | 'raw' | 'dirty'> & Pick<Violation, 'column' | 'reason'>)[];
};

/** One part of a flow's input: the Parquet of one source table. */
export type FlowInput = {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly parts: readonly {
    readonly tableKey: string;
    readonly reportDate: string | null;
    readonly filename: string;
  }[];
};

/** `timeoutMs` is wall-clock time. */
type QueryLimits = Pick<SqlJob, 'memoryBytes' | 'timeoutMs'>;

/**
 * A result to build. `asOf`: the last report date whose kept rows it shows, which is not before the flow's own; null for all.
 * Absent, it is the flow's own date. Assertions are always of that date. `isStoredEmpty`: a result without rows is stored, too,
 * because it is uploaded.
 */
export type FlowOutputRequest = {
  readonly upload: string;
  readonly table: string;
  readonly asOf?: string | null;
  readonly isStoredEmpty?: boolean;
  /** Adds up its numeric columns; default false. */
  readonly hasTotals?: boolean;
};

export type FlowRequest = {
  /** `today()` is this date and `now()` its last microsecond in UTC; without one both are the time of the run. */
  readonly reportDate: string | null;
  /** Tables to build, inputs before users. */
  readonly tables: readonly PlanTable[];
  readonly inputs: readonly FlowInput[];
  /** The state of each `upsert` or `snapshot` table among `tables`: its rows after its last committed run; null before its first. */
  readonly states?: readonly { readonly table: string; readonly stateKey: string | null }[];
  readonly outputs: readonly FlowOutputRequest[];
  /** Evaluated once the tables are built. */
  readonly assertions?: readonly PlanAssertion[];
  /** Row counts of the tables whose count is asserted, on earlier report dates, the latest first. */
  readonly rowCounts?: readonly { readonly table: string; readonly counts: readonly number[] }[];
  readonly prefix: string;
  readonly limits: QueryLimits;
};

export type TablePreviewRequest = Pick<FlowRequest, 'reportDate' | 'tables' | 'inputs' | 'states' | 'limits'> & {
  /** One of the tables or inputs. */
  readonly table: string;
  readonly rows: number;
};

/** The first rows of a table. Nothing of it is stored. */
export type TablePreview = {
  readonly columns: readonly Column[];
  /** By column, as the database writes them; long values are cut. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** The number of all its rows. */
  readonly total: number;
};

export type FlowOutput = StoredBytes & {
  readonly upload: string;
  /** Null of a result without rows that no upload of its table takes. */
  readonly resultKey: string | null;
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Totals of its first numeric columns, exact but for floats, as texts; absent unless they were asked for. */
  readonly totals?: Readonly<Record<string, string>>;
};

/** The next version of a table's kept rows; it takes effect when it is committed together with the flow. */
export type FlowState = StoredBytes & {
  readonly table: string;
  readonly stateKey: string;
  readonly rows: number;
  /** Rows that were kept of the report date before, where its load has none; absent where it has some. */
  readonly emptyLoad?: { readonly held: number };
  /** Set where the kept rows differ from those before and some are of later report dates, whose results may be stale. */
  readonly changesLater?: true;
};

/** A conversion as the script writes it, how many values it was given, and how many of them it made null. */
export type LostValues = {
  readonly table: string;
  readonly expression: string;
  readonly values: number;
  readonly nulls: number;
};

/** The outcome of an assertion. */
export type AssertionResult = {
  readonly assertion: string;
  readonly table: string;
  readonly severity: AssertionSeverity;
  readonly outcome: AssertionOutcome;
  /** Rows that contradict the claim; of a claim about the row count, the number of rows. */
  readonly rows: number;
  /** The smallest and the largest row count that the assertion allows; null when it is not about the count. */
  readonly allowed: { readonly low: number; readonly high: number } | null;
  /** The first ten rows that contradict the claim, as CSV; null where there are none. */
  readonly rowsKey: string | null;
};

export type FlowResult = {
  readonly outputs: readonly FlowOutput[];
  /** One for each assertion of the request, in its order; absent without any. */
  readonly assertions?: readonly AssertionResult[];
  /** Conversions that made values null; absent where they lost nothing. */
  readonly lostValues?: readonly LostValues[];
  /** One for each table among the request's that keeps rows; none left out. */
  readonly states?: readonly FlowState[];
};

/** One of two results that are compared. */
export type ResultSide = Pick<FlowOutput, 'resultKey' | 'columns'>;

export type CompareRequest = {
  /** For messages. */
  readonly upload: string;
  readonly reportDate: string | null;
  readonly before: ResultSide;
  readonly after: ResultSide;
  /** Columns that identify a row; when empty, whole rows are compared. */
  readonly keys: readonly string[];
  readonly limits: QueryLimits;
};

/** How many rows there are, and the first of them: shortened texts, in the order of the difference's `columns`. */
export type DifferenceSample = { readonly rows: number; readonly sample: readonly (readonly (string | null)[])[] };

type TypedName = { readonly name: string; readonly type: string };

/** How a result differs from an earlier one. Counts are exact; at most 200 rows are shown of all kinds together. */
export type Difference = {
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  /** The columns that rows were matched by; empty when whole rows were compared. */
  readonly keys: readonly string[];
  /** The columns that both results have: those that are compared and shown. */
  readonly columns: readonly string[];
  readonly added: DifferenceSample;
  readonly removed: DifferenceSample;
  readonly changed: {
    readonly rows: number;
    readonly sample: readonly {
      readonly before: readonly (string | null)[];
      readonly after: readonly (string | null)[];
      /** The columns whose values differ. Equal texts may be shortened, and unequal ones of one number in two types. */
      readonly columns: readonly string[];
    }[];
  };
  /** In how many rows each column changed. */
  readonly columnsChanged: readonly { readonly name: string; readonly rows: number }[];
  /** The added columns, with their types as a script writes them. */
  readonly columnsAdded: readonly TypedName[];
  readonly columnsRemoved: readonly TypedName[];
  readonly columnsRetyped: readonly { readonly name: string; readonly before: string; readonly after: string }[];
};

export type UploadRequest = Pick<
  DeliveryRequest,
  'accountId' | 'unitId' | 'attempt' | 'fence' | 'purpose' | 'key' | 'reportDate' | 'columns'
> & {
  readonly upload: PlanUpload;
  /** The history of the database that gave the fence; default 0, the first. */
  readonly epoch?: number;
  /** Whether it is made from kept rows; default false. */
  readonly isSnapshot?: boolean;
  readonly resultKey: string;
  readonly rows: number;
  /** Find out only whether the destination has this result; DELIVERY_CANCELLED when it has not. */
  readonly isCancelRequested?: boolean;
};

export type UploadResult = Delivered;
