import { PipelineError } from '@switchboard/model/errors/errors';
import { closest } from '@switchboard/model/text/closest-name';
import type { RecordFields } from './part-scan/record-fields.ts';

/** Characters of a file's column names that a message lists. */
const LISTED = 500;

/** The closest name among those in the same record, which is what stands before the last point. */
function closestWithin(column: string, names: readonly string[]): string | null {
  const start = column.lastIndexOf('.') + 1;
  const record = column.slice(0, start);
  const same = names.filter((name) => name.startsWith(record)).map((name) => name.slice(start));
  const near = closest(column.slice(start), same);
  return near === null ? null : record + near;
}

/** The error for a declared column that a file lacks. `names` are the columns that the file has, for the closest one. */
export function columnNotFound(column: string, file: string, names: readonly string[]): PipelineError {
  const near = closestWithin(column, names);
  const found = names.length === 0 ? 'no columns' : names.join(', ').slice(0, LISTED);
  return new PipelineError('COLUMN_NOT_FOUND', {
    column,
    file,
    found,
    advice: near === null ? '' : ` Did you mean ${near}?`,
  });
}

/** Throws COLUMN_NOT_FOUND when none of a file's records has one of the declared columns. */
export function assertFields(fields: RecordFields | null, file: string): void {
  const [absent] = fields?.absent ?? [];
  if (fields !== null && absent !== undefined) throw columnNotFound(absent, file, fields.names);
}
