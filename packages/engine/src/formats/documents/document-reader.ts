import type { ColumnType } from '@switchboard/model/schema';
import type { JsonValue } from '../../values/json-value.ts';

/** The bytes of one record, and the physical line (from 0) on which it begins. */
export type RecordSlice = { readonly bytes: Buffer; readonly line: number };

/** Parts that may be missing in a document. */
export type Absence = {
  /** Whether a document without anything at the path has no records; else it is malformed. */
  readonly mayLackRecords: boolean;
  /** Whether an error beside records, which says that some are missing, is accepted. */
  readonly mayBePartial: boolean;
};

/** How a document format is split into records, and how a record is parsed. */
export type DocumentReader = {
  /** Each line is a record, so that a file can be scanned in parts. */
  readonly isLineBased: boolean;
  /** Splits a document into the records at `path`. Throws SyntaxError when it is malformed, or lacks what it may not; ReportedError. */
  readonly split: (chunks: Iterable<Buffer>, path: readonly string[], absence: Absence) => Iterable<RecordSlice>;
  /** Parses one record. `typeOf` gives the type of the column that a key belongs to. Throws SyntaxError. */
  readonly parse: (text: string, typeOf: (key: string) => ColumnType, nullValues: readonly string[]) => JsonValue;
  /** The first wanted name that a record has twice, of which the parser drops one. */
  readonly repeatedKey?: (text: string, isWanted: (name: string) => boolean) => string | null;
  /** Why a record is rejected that does not parse. */
  readonly malformed: string;
};
