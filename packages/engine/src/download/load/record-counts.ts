import { PipelineError } from '@switchboard/model/errors/errors';
import type { RawFile } from '../../requests.ts';

/** Records of a file or a part: read, good, dirty, and rejected by the strict reading (the dirty ones included). */
export type RecordCounts = Readonly<Record<'records' | 'good' | 'dirty' | 'rejected', number>>;

export const NO_RECORDS: RecordCounts = { records: 0, good: 0, dirty: 0, rejected: 0 };

export const addCounts = (one: RecordCounts, other: RecordCounts): RecordCounts => ({
  records: one.records + other.records,
  good: one.good + other.good,
  dirty: one.dirty + other.dirty,
  rejected: one.rejected + other.rejected,
});

/**
 * Throws RECORDS_NOT_CONSERVED unless every record read is either in the table or dirty. `rows` are those in the table;
 * `declaredRecords` is the number that the file's metadata states, if any.
 */
export function assertConserved(
  file: RawFile,
  counts: RecordCounts,
  rows: number,
  declaredRecords: number | null,
): void {
  const { good, dirty } = counts;
  const records = declaredRecords ?? counts.records;
  if (rows === good && records === good + dirty && records === counts.records) return;
  throw new PipelineError('RECORDS_NOT_CONSERVED', { file: file.filename, records, good: rows, dirty });
}

/**
 * Whether the database's parallel CSV reader may have lost its place. Its threads start in the middle of a file and search
 * for a record's start; among many quotes the search can fail, or find a wrong number of records. A single thread succeeds.
 */
export const isParallelReadFailure = (error: unknown): boolean =>
  error instanceof PipelineError && (error.code === 'QUERY_FAILED' || error.code === 'RECORDS_NOT_CONSERVED');
