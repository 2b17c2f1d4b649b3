import { PipelineError } from '@switchboard/model/errors/errors';
import type { Plan } from '@switchboard/model/plan';
import { TooLargeError } from './preview-inputs.ts';
import { SupersededError, TimeLimitError } from './run-slots.ts';

export const FAILURE_REASONS = [
  'no_table',
  'no_upload',
  'no_download',
  'not_delivered',
  'query',
  'files',
  'limit',
  'busy',
  'superseded',
  'cancelled',
  'stale',
  'invalid',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Why a preview has no rows, and where in the script the reason stands. */
export type PreviewFailure = {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  readonly message: string;
  /** The declaration in which it failed. */
  readonly table: string | null;
  readonly path: string | null;
  readonly line: number | null;
};

/** A failure that no declaration of the script is the cause of. */
export const failed = (reason: FailureReason, message: string): PreviewFailure => ({
  kind: 'failed',
  reason,
  message,
  table: null,
  path: null,
  line: null,
});

export const TOO_MANY = failed('busy', 'Too many previews are running. Try again in a moment.');

/**
 * Describes an error of a run to the person.
 * @param run.limitMs the time that the run had
 * @throws the error itself, unless the script, the files, the limits or the person is its cause
 */
export function describeRunError(
  error: unknown,
  plan: Plan,
  { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
): PreviewFailure {
  if (signal.aborted) return failed('cancelled', 'The preview was cancelled.');
  if (error instanceof SupersededError)
    return failed('superseded', 'A later preview of yours took the place of this one.');
  if (error instanceof TooLargeError) return failed('files', error.message);
  const isTime = error instanceof TimeLimitError || (error instanceof PipelineError && error.code === 'QUERY_TIME');
  if (isTime)
    return failed(
      'limit',
      `It took longer than ${limitMs / 1000} seconds and was stopped. Test the draft instead: a test run has more time.`,
    );
  if (!(error instanceof PipelineError) || error.class !== 'permanent') throw error;
  const { table, name } = error.parameters;
  return { ...failed(reasonOf(error), error.message), ...placeOf(plan, String(table ?? name ?? '')) };
}

function reasonOf({ code }: PipelineError): FailureReason {
  if (code === 'QUERY_MEMORY') return 'limit';
  return code.startsWith('QUERY_') || code === 'SQL_NOT_ALLOWED' ? 'query' : 'files';
}

/** Where a declaration stands; an assertion's label begins with its table. */
function placeOf(plan: Plan, label: string): Pick<PreviewFailure, 'table' | 'path' | 'line'> {
  const name = label.replace(/ \(assertion .*\)$/, '');
  const owner = plan.sources.find(({ tables }) => tables.some((table) => table.name === name));
  const found = [...plan.tables, ...plan.sources, ...plan.uploads].find((each) => each.name === name) ?? owner;
  return found === undefined
    ? { table: null, path: null, line: null }
    : { table: found.name, path: found.position.path, line: found.position.startLine };
}
