import type { ErrorCode } from '../errors.ts';

/** A failure of a download or an upload: an error, or an assertion that stopped the upload. */
export type FailureCode = ErrorCode | 'UPLOAD_STOPPED';

const TITLES = {
  SOURCE_UNREACHABLE: 'Source unreachable',
  SOURCE_TIMEOUT: 'Source did not answer',
  SOURCE_HTTP_ERROR: 'Source answered with an error',
  SOURCE_RATE_LIMITED: 'Source limits the requests',
  SOURCE_NOT_FOUND: 'Not found at the source',
  SOURCE_AUTH_FAILED: 'Key rejected by the source',
  SOURCE_BAD_REQUEST: 'Request rejected by the source',
  SOURCE_ENDED_EARLY: 'Source file ended early',
  SOURCE_REPORT_FAILED: 'Report not made by the provider',
  SOURCE_ANSWER_INVALID: 'Answer of the source not usable',
  SOURCE_FILE_MISSING: 'Source file missing',
  SOURCE_FILE_CHANGED: 'Source file kept changing',
  SOURCE_FILE_NOT_RECEIVED: 'File not received',
  SOURCE_REPORT_LATE: 'Report not made in time',
  SOURCE_PATH_FORBIDDEN: 'Source folder not allowed',
  SOURCE_TOO_LARGE: 'Source file too large',
  HOST_NOT_ALLOWED: 'Host not allowed',
  PARAMETER_INVALID: 'Invalid parameter',
  KEY_MISSING: 'Key missing',
  KEY_NOT_SUPPORTED: 'Key cannot be used',
  KEY_FOR_OTHER_HOST: 'Key for another host',
  HOST_KEY_CHANGED: 'Host key changed',
  KEY_SUSPENDED: 'Key suspended',
  KEY_ACCESS_ENDED: 'Access of the key ended',
  KEY_REFRESH_FAILED: 'Access token not refreshed',
  DECLARATION_SUSPENDED: 'Suspended after failures',
  GZIP_INCOMPLETE: 'Incomplete gzip file',
  FILE_INCOMPLETE: 'Incomplete file',
  ARCHIVE_LIMIT: 'Archive too large',
  ARCHIVE_ENCRYPTED: 'Encrypted archive',
  XML_ENTITIES: 'XML declares entities',
  FORMAT_UNREADABLE: 'File is not in the declared format',
  ENCODING_UNKNOWN: 'Unknown encoding',
  COLUMN_NOT_FOUND: 'Column missing in the file',
  COLUMN_DUPLICATE: 'Column twice in the file',
  RECORDS_NOT_CONSERVED: 'Rows lost while loading',
  ALL_ROWS_DIRTY: 'All rows dirty',
  PROCESS_STOPPED: 'Processing stopped unexpectedly',
  QUERY_MEMORY: 'Query out of memory',
  QUERY_TIME: 'Query took too long',
  QUERY_NOT_PLANNED: 'Query too complex',
  QUERY_FAILED: 'Query failed',
  SQL_NOT_ALLOWED: 'Query not allowed',
  INPUT_MISSING: 'Input file gone',
  INPUT_FAILED: 'Input failed',
  UPLOAD_STOPPED: 'Stopped by an assertion',
  DESTINATION_UNREACHABLE: 'Destination unreachable',
  DESTINATION_REFUSED: 'Write refused by the destination',
  DESTINATION_AUTH_FAILED: 'Key rejected by the destination',
  DESTINATION_BUSY: 'Destination busy',
  DESTINATION_FULL: 'Destination full',
  DESTINATION_SCHEMA: 'Destination table does not fit',
  DESTINATION_PATH_FORBIDDEN: 'Destination folder not allowed',
  FILE_FOLDER_NOT_SHARED: 'Folder not shared by the workers',
  DESTINATION_OF_LATER_HISTORY: 'Destination is ahead of this installation',
  ROWS_NOT_CONFIRMED: 'Rows not confirmed by the destination',
  ATTEMPTS_EXHAUSTED: 'Attempts exhausted',
  WORKER_STOPPED: 'Worker stopped responding',
  STORAGE_FULL: 'Storage full',
  STORAGE_FAILED: 'File store failed',
  INTERNAL: 'Internal error',
} as const satisfies Readonly<Partial<Record<FailureCode, string>>>;

/** The codes for which a download or an upload can count as failed. */
export type FailureTitleCode = keyof typeof TITLES;

/** Why a download or an upload counts as failed, in a few words, by error code. */
export const FAILURE_TITLES: ReadonlyMap<string, string> = new Map(Object.entries(TITLES));

/** The title of an error code; a code without one is its own title. */
export function failureTitle(code: string): string {
  return FAILURE_TITLES.get(code) ?? code;
}
