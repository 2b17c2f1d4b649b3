import { ERRORS, type ErrorCode } from '@switchboard/model/errors/errors';
import { type Line, lineOf, row } from './line.ts';

/** Tests that provoke the error and assert its text. */
const PROVOKED: Partial<Readonly<Record<ErrorCode, string>>> = {
  ATTEMPTS_EXHAUSTED: 'retry-last-attempt',
  WORKER_STOPPED: 'reconcile-dead-worker',
  STALE_ATTEMPT: 'unit-superseded-attempt',
  SOURCE_FILE_NOT_RECEIVED: 'probe-lookback',
  SOURCE_REPORT_LATE: 'report-never-ready',
  DECLARATION_SUSPENDED: 'suspension-three-dates',
  ALL_ROWS_DIRTY: 'pipeline-all-dirty',
  STORAGE_FAILED: 'pipeline-resumes',
};

/** One line for each text of the error catalogue; two errors may share a text. */
export const ERROR_LINES: readonly Line[] = [
  ...Map.groupBy(Object.entries(ERRORS), ([, { text: message }]) => message),
].map(([message, errors]) =>
  lineOf(
    'design',
    'text',
    message,
    ...errors.flatMap(([code]) => [row('error-text', code), ...provoked(code as ErrorCode)]),
  ),
);

function provoked(code: ErrorCode): readonly string[] {
  const test = PROVOKED[code];
  return test === undefined ? [] : [test];
}
