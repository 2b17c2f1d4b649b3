import type { ColumnType } from '@switchboard/model/schema';
import type { FileFault } from '../files/file-fault.ts';
import type { ThreadError } from '../files/thread-error.ts';
import type { UnpackLimits } from '../files/unpack-limits.ts';

/** Binary formats that are converted into rows. */
export type RowsFormat = 'avro' | 'xlsx';

/** Selects the sheet of a workbook to convert, and its rows. */
export type RowSelection = {
  /** The first row has the columns' names. */
  readonly header: boolean;
  readonly skipRows: number;
  readonly skipFooter: number;
  /** Regular expression of last rows that are left out, on their texts joined by commas; null: none. */
  readonly footer: string | null;
  /** A sheet's name, or its number from 1; null: the first. */
  readonly sheet: string | null;
  /** The source's name, for messages. */
  readonly source: string;
};

type ConvertedFile = {
  readonly from: string;
  readonly to: string;
  readonly filename: string;
  readonly limits: UnpackLimits;
};

/** A binary file that is converted into rows: one JSON list a line. */
export type RowsConversion = ConvertedFile & {
  readonly kind: 'rows';
  readonly format: RowsFormat;
  readonly selection: RowSelection;
};

/** A file that is converted in a thread of its own, because it may take long. Plain data. */
export type Conversion = RowsConversion | (ConvertedFile & { readonly kind: 'bzip2' });

/** The result of a conversion into rows. */
export type RowsInfo = {
  /** The columns' names, in the order of the values in each row. */
  readonly names: readonly string[];
  /** Rows written. */
  readonly records: number;
  /** Rows of the original before the first data row. */
  readonly headerLines: number;
  /** By position, the types that the file declares and undeclared columns keep; null: by its values. */
  readonly types?: readonly (ColumnType | null)[];
  /** Whether there is no row that matches the declared footer. */
  readonly isFooterMissing?: boolean;
};

/** The one message of a conversion thread. */
export type ConversionReply =
  | { readonly kind: 'done'; readonly rows: RowsInfo | null }
  | { readonly kind: 'fault'; readonly code: FileFault['code']; readonly parameters: FileFault['parameters'] }
  | { readonly kind: 'failed'; readonly error: ThreadError };
