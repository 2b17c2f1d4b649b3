import { closest, PipelineError } from '@switchboard/model';
import type { RecordFields } from '../scan/record-fields.ts';

/** Characters of a file's column names that a message lists. */
const LISTED = 500;

/** The error for a declared column that a file lacks. `names` are the columns that the file has, for the closest one. */
export function columnNotFound(column: string, file: string, names: readonly string[]): PipelineError {
  const near = closest(column, names);
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
