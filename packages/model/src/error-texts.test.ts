import { expect, it } from 'vitest';
import { ERRORS, type ErrorCode, type ErrorParameters, errorText } from './errors.ts';

/** Every text that a person can read, as it reads when it is filled in. */
const TEXTS: readonly (readonly [code: ErrorCode, text: string, parameters: ErrorParameters])[] = [
  [
    'SOURCE_UNREACHABLE',
    'Could not connect to host.test for ads: refused. Will retry.',
    { host: 'host.test', name: 'ads', reason: 'refused' },
  ],
  [
    'SOURCE_TIMEOUT',
    'ads: host.test sent nothing for 120 seconds. Will retry.',
    { name: 'ads', host: 'host.test', seconds: 120 },
  ],
  [
    'SOURCE_HTTP_ERROR',
    'ads: http://host.test/ads answered 503: try later. Will retry.',
    { name: 'ads', url: 'http://host.test/ads', status: 503, body: 'try later' },
  ],
  ['SOURCE_RATE_LIMITED', 'ads: host.test asks to slow down (429). Will retry.', { name: 'ads', host: 'host.test' }],
  [
    'SOURCE_NOT_FOUND',
    'ads: http://host.test/ads answered 503: try later. Check the url parameter.',
    { name: 'ads', url: 'http://host.test/ads', status: 503, body: 'try later' },
  ],
  [
    'SOURCE_AUTH_FAILED',
    'ads: host.test rejected the key api (503). Reconnect or edit the key, then unsuspend it.',
    { name: 'ads', host: 'host.test', key: 'api', status: 503 },
  ],
  [
    'SOURCE_BAD_REQUEST',
    'ads: http://host.test/ads answered 503: try later. Check the parameters.',
    { name: 'ads', url: 'http://host.test/ads', status: 503, body: 'try later' },
  ],
  [
    'SOURCE_ENDED_EARLY',
    'Source file ads.csv ended early (10 of 20 bytes). Will retry.',
    { file: 'ads.csv', got: 10, expected: 20 },
  ],
  [
    'SOURCE_REPORT_FAILED',
    'ads: the provider could not make the report: refused. Will retry.',
    { name: 'ads', reason: 'refused' },
  ],
  ['SOURCE_FILE_MISSING', 'ads: there is no file ads.csv yet. Will retry.', { name: 'ads', file: 'ads.csv' }],
  [
    'SOURCE_FILE_CHANGED',
    'ads: ads.csv changed after it was found. Will retry once it stays the same.',
    { name: 'ads', file: 'ads.csv' },
  ],
  [
    'SOURCE_FILE_NOT_RECEIVED',
    'ads: no file for 2026-11-20 was received within 7 days. Have it delivered, or raise lookback_days, then retry.',
    { name: 'ads', date: '2026-11-20', days: 7 },
  ],
  [
    'SOURCE_REPORT_LATE',
    'ads: the provider had not made the report after 192 hours. Check it at the provider, then retry.',
    { name: 'ads', hours: 192 },
  ],
  [
    'SOURCE_PATH_FORBIDDEN',
    'ads: ../x is outside the folders that file sources may read. Move the file below one of them, or ask an administrator to allow its folder.',
    { name: 'ads', path: '../x' },
  ],
  [
    'SOURCE_TOO_LARGE',
    'Source file ads.csv is larger than 1000 bytes. Have it delivered in smaller files.',
    { file: 'ads.csv', limit: 1000 },
  ],
  ['HOST_NOT_ALLOWED', 'Host host.test is not allowed.', { host: 'host.test' }],
  [
    'PARAMETER_INVALID',
    'ads: the parameter url refused. Correct it, then retry.',
    { name: 'ads', parameter: 'url', reason: 'refused' },
  ],
  [
    'KEY_NOT_SUPPORTED',
    'Key lake cannot be used: SSH tunnels cannot be used yet. Edit the key, or use another one.',
    { key: 'lake', reason: 'SSH tunnels cannot be used yet' },
  ],
  ['KEY_MISSING', 'ads: there is no key named api. Add it under Keys.', { name: 'ads', key: 'api' }],
  [
    'DECLARATION_SUSPENDED',
    'ads is suspended: refused Fix the cause, then unsuspend it.',
    { name: 'ads', reason: 'refused' },
  ],
  ['KEY_SUSPENDED', 'ads: the key api is suspended. Unsuspend or edit it.', { name: 'ads', key: 'api' }],
  [
    'GZIP_INCOMPLETE',
    'Source file ads.csv is not a complete gzip file (Z_BUF_ERROR). Will retry.',
    { file: 'ads.csv', code: 'Z_BUF_ERROR' },
  ],
  [
    'FILE_INCOMPLETE',
    'Source file ads.csv is not a complete csv file (refused). Will retry.',
    { file: 'ads.csv', format: 'csv', reason: 'refused' },
  ],
  [
    'ARCHIVE_LIMIT',
    'Archive ads.csv exceeds the unpacked limit (1000). Have it delivered in smaller archives.',
    { file: 'ads.csv', limit: 1000 },
  ],
  [
    'ARCHIVE_ENCRYPTED',
    'Encrypted archives are not supported. Have ads.csv delivered without a password.',
    { file: 'ads.csv' },
  ],
  [
    'XML_ENTITIES',
    'ads.csv declares XML entities, which are never expanded. Have it delivered without a document type.',
    { file: 'ads.csv' },
  ],
  [
    'FORMAT_UNREADABLE',
    'ads.csv is not csv: refused. Check the format parameter, or have the file delivered again.',
    { file: 'ads.csv', format: 'csv', reason: 'refused' },
  ],
  [
    'COLUMN_NOT_FOUND',
    'Column clicks not found in ads.csv. It has: day, site. Correct the name, or have the file delivered with the column.',
    { column: 'clicks', file: 'ads.csv', found: 'day, site' },
  ],
  [
    'COLUMN_DUPLICATE',
    'Column clicks occurs twice in the header of ads.csv. Have it delivered with distinct column names.',
    { column: 'clicks', file: 'ads.csv' },
  ],
  [
    'RECORDS_NOT_CONSERVED',
    'Loading ads.csv read 3 records but kept 1 good and 1 dirty. Nothing was published. Will retry.',
    { file: 'ads.csv', records: 3, good: 1, dirty: 1 },
  ],
  ['ALL_ROWS_DIRTY', 'Processing failed; all rows are dirty.', {}],
  ['PROCESS_STOPPED', 'Processing stopped unexpectedly (SIGKILL). Will retry.', { how: 'SIGKILL' }],
  ['QUERY_MEMORY', 'Query exceeded the memory limit (1000). Let it read, join or group fewer rows.', { limit: 1000 }],
  ['QUERY_TIME', 'Query exceeded the time limit (1000). Let it read, join or group fewer rows.', { limit: 1000 }],
  ['QUERY_FAILED', 'The table daily could not be built: refused', { table: 'daily', reason: 'refused' }],
  [
    'INPUT_MISSING',
    'The flow needs ads for 2026-11-20, whose file is gone. Download it again.',
    { input: 'ads', date: '2026-11-20' },
  ],
  [
    'INPUT_FAILED',
    'Nothing was processed, because the download ads for 2026-11-20 failed. Start that download again to go on: refused',
    { name: 'ads', date: '2026-11-20', ended: 'failed', reason: 'refused' },
  ],
  [
    'SQL_NOT_ALLOWED',
    'The compiled query of daily was rejected: refused. Change the query of the table.',
    { table: 'daily', reason: 'refused' },
  ],
  [
    'DESTINATION_UNREACHABLE',
    'Could not connect to host.test for ads: refused. Will retry.',
    { host: 'host.test', name: 'ads', reason: 'refused' },
  ],
  [
    'DESTINATION_REFUSED',
    'Destination refused the write: refused. Change it there, then retry.',
    { reason: 'refused' },
  ],
  [
    'DESTINATION_AUTH_FAILED',
    'ads: host.test rejected the key api: refused. Reconnect or edit the key, then unsuspend it.',
    { name: 'ads', host: 'host.test', key: 'api', reason: 'refused' },
  ],
  ['DESTINATION_BUSY', 'ads: the destination is busy: refused. Will retry.', { name: 'ads', reason: 'refused' }],
  [
    'DESTINATION_SCHEMA',
    'The table daily does not fit: refused. Change the table, or the upload’s columns.',
    { table: 'daily', reason: 'refused' },
  ],
  [
    'DESTINATION_PATH_FORBIDDEN',
    'ads: ../x is outside the folders that file uploads may write. Choose a path below one of them, or ask an administrator to allow its folder.',
    { name: 'ads', path: '../x' },
  ],
  [
    'DESTINATION_SUPERSEDED',
    'A newer result of ads for 2026-11-20 has been delivered already; this one was discarded.',
    { name: 'ads', date: '2026-11-20' },
  ],
  [
    'DELIVERY_CANCELLED',
    'ads for 2026-11-20 was cancelled before it was delivered; the destination is unchanged.',
    { name: 'ads', date: '2026-11-20' },
  ],
  [
    'RESULT_EMPTY',
    'ads: the result has no rows; nothing is uploaded and the destination is unchanged.',
    { name: 'ads' },
  ],
  [
    'ROWS_NOT_CONFIRMED',
    'ads: sent 3 rows but the destination confirmed 2. Nothing was published. Will retry.',
    { name: 'ads', sent: 3, confirmed: 2 },
  ],
  [
    'UPLOAD_LATE',
    'ads for 2026-11-20 was not uploaded by its deadline, Nov 20, 9:00am UTC. refused',
    { name: 'ads', date: '2026-11-20', deadline: 'Nov 20, 9:00am UTC', reason: 'refused' },
  ],
  ['WORKER_STOPPED', 'Worker stopped responding during upload. Will retry.', { phase: 'upload' }],
  ['STALE_ATTEMPT', 'Attempt 1 superseded by attempt 2; result discarded.', { attempt: 1, current: 2 }],
  ['ATTEMPTS_EXHAUSTED', 'Stopped after 6 attempts. refused', { attempts: 6, reason: 'refused' }],
  ['STORAGE_FULL', 'Storage is full on the processing host. Will retry when space is available.', {}],
  ['STORAGE_FAILED', 'The file store failed: refused. Will retry.', { reason: 'refused' }],
  ['INTERNAL', 'Something went wrong on our side (ab12). Will retry.', { reference: 'ab12' }],
  ['INVALID_TOKEN', 'Your session has ended. Sign in again.', {}],
  ['EMAIL_NOT_RECOGNIZED', 'You do not have access to any accounts in Switchboard.', {}],
  ['EMAIL_NOT_AUTHORIZED', 'Not authorized', {}],
  ['SIGN_IN_FAILED', 'The email or the password is not correct. Try again, or reset the password.', {}],
  ['SIGN_IN_LOCKED', 'Too many failed attempts. Try again after 06:30 UTC.', { time: '06:30' }],
  ['SIGN_IN_EXPIRED', 'This sign-in page has expired. Open the console again to sign in.', {}],
  ['NOT_ALLOWED', 'You do not have access to this.', {}],
  ['NOT_FOUND', 'There is nothing here.', {}],
  ['RATE_LIMITED', 'Too many requests. Try again in 120 seconds.', { seconds: 120 }],
  ['TOO_LARGE', 'The request is too large. Send less at once.', {}],
  ['UNKNOWN_SERVER_ERROR', 'Unknown server error.', {}],
  ['BAD_REQUEST', 'refused', { reason: 'refused' }],
  ['UNAVAILABLE', 'The service is starting or its database is unavailable. Try again shortly.', {}],
];

it.each(TEXTS)('the text of %s', { tags: 'proof:error-text' }, (code, text, parameters) => {
  expect(errorText(code, parameters)).toBe(text);
});

it('every error has its text here, once', () => {
  expect(TEXTS.map(([code]) => code).sort()).toEqual(Object.keys(ERRORS).sort());
});
