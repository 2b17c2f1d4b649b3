import type { FailureTitleCode } from './failure-title.ts';

const RETRY_LATER = 'Retry once it answers again.';
const DELIVER_AGAIN = 'Have the file delivered again, then retry.';
const FIX_KEY =
  'Edit or reconnect the key, then unsuspend it: what waits for it goes on by itself. Retry what has failed.';
const CHANGE_QUERY = 'Change the table in the script and publish it, then retry.';
const CONTACT = 'Retry; contact support if it fails again.';

const ACTIONS: Readonly<Record<FailureTitleCode, string>> = {
  SOURCE_UNREACHABLE: RETRY_LATER,
  SOURCE_TIMEOUT: RETRY_LATER,
  SOURCE_HTTP_ERROR: RETRY_LATER,
  SOURCE_RATE_LIMITED: 'Retry later, or ask the provider for a higher limit.',
  SOURCE_NOT_FOUND: 'Check the parameters of the source, or ask the provider for the report, then retry.',
  SOURCE_AUTH_FAILED: FIX_KEY,
  SOURCE_BAD_REQUEST: 'Check the parameters of the source, then retry.',
  SOURCE_ENDED_EARLY: DELIVER_AGAIN,
  SOURCE_ANSWER_INVALID: 'Check the parameters against the documentation of the provider, then retry.',
  SOURCE_REPORT_FAILED: 'Check the report at the provider, then retry.',
  SOURCE_FILE_MISSING: DELIVER_AGAIN,
  SOURCE_FILE_CHANGED: 'Retry once the file is complete.',
  SOURCE_FILE_NOT_RECEIVED: 'Have the file delivered, or raise lookback_days, then retry.',
  SOURCE_REPORT_LATE: 'Check the report at the provider, then retry.',
  SOURCE_PATH_FORBIDDEN: 'Move the file, or ask an administrator to allow its folder, then retry.',
  SOURCE_TOO_LARGE: 'Have it delivered in smaller files, then retry.',
  HOST_NOT_ALLOWED: 'Ask an administrator to allow the host, then retry.',
  PARAMETER_INVALID: 'Correct the parameter in the script and publish it, then retry.',
  KEY_MISSING: 'Publish the script with another key, then retry.',
  KEY_NOT_SUPPORTED: 'Edit the key, or publish the script with another one, then retry.',
  KEY_FOR_OTHER_HOST: 'Correct the address in the script, or publish it with another key, then retry.',
  HOST_KEY_CHANGED:
    'Ask the administrator of the server whether its host key was replaced, then edit and unsuspend the key.',
  KEY_SUSPENDED: FIX_KEY,
  KEY_ACCESS_ENDED: 'Reconnect the key.',
  KEY_REFRESH_FAILED: 'Check that the provider answers, and have an administrator check its OAuth client, then retry.',
  DECLARATION_SUSPENDED: 'Fix the cause, then unsuspend it.',
  GZIP_INCOMPLETE: DELIVER_AGAIN,
  FILE_INCOMPLETE: DELIVER_AGAIN,
  ARCHIVE_LIMIT: 'Have it delivered in smaller archives, then retry.',
  ARCHIVE_ENCRYPTED: 'Have it delivered without a password, then retry.',
  XML_ENTITIES: 'Have it delivered without a document type, then retry.',
  FORMAT_UNREADABLE: 'Check the format parameter, or have the file delivered again, then retry.',
  ENCODING_UNKNOWN: 'Declare the encoding, or have the file delivered in UTF-8, then retry.',
  COLUMN_NOT_FOUND: 'Correct the name in the script, or have the file delivered with the column, then retry.',
  COLUMN_DUPLICATE: 'Have the file delivered with distinct column names, then retry.',
  RECORDS_NOT_CONSERVED: CONTACT,
  ALL_ROWS_DIRTY: 'Open the dirty rows. Correct the types in the script, or have the file delivered again, then retry.',
  PROCESS_STOPPED: CONTACT,
  QUERY_MEMORY: CHANGE_QUERY,
  QUERY_TIME: CHANGE_QUERY,
  QUERY_NOT_PLANNED: CHANGE_QUERY,
  QUERY_FAILED: CHANGE_QUERY,
  SQL_NOT_ALLOWED: CHANGE_QUERY,
  INPUT_MISSING: 'Download it again, then retry.',
  INPUT_FAILED: 'Retry the download that it is made from.',
  UPLOAD_STOPPED: 'Check the rows and the assertion, then retry.',
  DESTINATION_UNREACHABLE: RETRY_LATER,
  DESTINATION_REFUSED: 'Fix it at the destination, then retry.',
  DESTINATION_AUTH_FAILED: FIX_KEY,
  DESTINATION_BUSY: RETRY_LATER,
  DESTINATION_FULL: 'Free space at the destination, then retry.',
  DESTINATION_SCHEMA: 'Change the table, or the columns of the upload, then retry.',
  DESTINATION_PATH_FORBIDDEN: 'Choose another path, or ask an administrator to allow its folder, then retry.',
  FILE_FOLDER_NOT_SHARED: 'Mount one folder on all workers, or upload to s3.',
  DESTINATION_OF_LATER_HISTORY:
    'Stop this installation if another one has taken over; else remove the entry from the ledger, then retry.',
  ROWS_NOT_CONFIRMED: RETRY_LATER,
  ATTEMPTS_EXHAUSTED: CONTACT,
  WORKER_STOPPED: CONTACT,
  STORAGE_FULL: 'Free space on the processing host, then retry.',
  STORAGE_FAILED: CONTACT,
  INTERNAL: CONTACT,
};

/** What a person does about the failures with each error code. */
export const FAILURE_ACTIONS: ReadonlyMap<string, string> = new Map(Object.entries(ACTIONS));

/** What a person does about a failure with this error code. */
export function failureAction(code: string): string {
  return FAILURE_ACTIONS.get(code) ?? CONTACT;
}
