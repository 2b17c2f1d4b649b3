import type { HealthCause } from '../status/health-cause.ts';
import { FAILURE_TITLES } from './failure.ts';

/** Short names of warnings that are not failures of a run. */
const WARNING_TITLES: Readonly<Record<string, string>> = {
  DOWNLOAD_ROWS_DIRTY: 'Some rows are dirty',
  VOLUME_LOW: 'Fewer rows than usual',
  VOLUME_HIGH: 'More rows than usual',
  SCHEMA_CHANGED: 'Columns changed',
  CONTRACT_BROKEN: 'Contract broken',
  UPLOAD_LATE: 'Late',
  UPLOAD_AFTER_DEADLINE: 'Late',
  ASSERTION_FAILED: 'Assertion failed',
  ASSERTION_ROW_COUNT: 'Assertion failed',
};

const DAY_TITLES = {
  failed: 'Failed',
  issue: 'Completed with errors',
  missing: 'Missing',
  warning: 'Warning',
  retrying: 'Retrying',
} as const;

const withSmallLetter = (title: string): string => `${title[0]?.toLowerCase() ?? ''}${title.slice(1)}`;

/** A cause in a few words: "Key rejected by the source", "Download orders is suspended: all rows dirty". */
export function causeTitle(cause: HealthCause | null): string {
  if (cause === null) return 'Unknown';
  const { kind, code, subjectKind, subject, via } = cause;
  if (subject === '') return 'Its key was deleted';
  const failure = FAILURE_TITLES.get(code ?? '');
  if (kind === 'key' || kind === 'suspended') {
    const suspended = `${subjectKind[0]?.toUpperCase()}${subjectKind.slice(1)} ${subject} is suspended`;
    return kind === 'key' || failure === undefined ? suspended : `${suspended}: ${withSmallLetter(failure)}`;
  }
  const title = failure ?? WARNING_TITLES[code ?? ''] ?? DAY_TITLES[kind];
  return via === null ? title : `Download ${via}: ${withSmallLetter(title)}`;
}
