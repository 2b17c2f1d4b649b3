import { expect, it } from 'vitest';
import { ERRORS, type ErrorCode, errorText } from './errors.ts';

/** An example of every parameter. */
const EXAMPLES = {
  host: 'host.test',
  allowed: 'https://api.test',
  name: 'ads',
  place: 'public',
  destination: 'postgres · x',
  reason: 'refused',
  check: 'the url parameter',
  seconds: 120,
  url: 'http://host.test/ads',
  status: 503,
  body: 'try later',
  key: 'api',
  file: 'ads.csv',
  got: 10,
  expected: 20,
  date: '2026-11-20',
  dates: 'November 2026',
  days: 7,
  hours: 192,
  path: '../x',
  limit: 1000,
  parameter: 'url',
  code: 'Z_BUF_ERROR',
  format: 'csv',
  column: 'clicks',
  found: 'day, site',
  advice: ' Did you mean click?',
  records: 3,
  good: 1,
  dirty: 1,
  how: 'SIGKILL',
  table: 'daily',
  input: 'ads',
  ended: 'failed',
  removed: '2026-12-20',
  sent: 3,
  confirmed: 2,
  deadline: 'Nov 20, 9:00am UTC',
  phase: 'upload',
  attempt: 1,
  current: 2,
  attempts: 6,
  reference: 'ab12',
  time: '06:30',
};

/** Every text that a person can read, with the examples filled in. */
const TEXTS: readonly (readonly [code: ErrorCode, text: string])[] = [
  ['SOURCE_UNREACHABLE', 'Could not connect to host.test for ads: refused. Will retry.'],
  ['SOURCE_TIMEOUT', 'ads: host.test sent nothing for 120 seconds. Will retry.'],
  ['SOURCE_HTTP_ERROR', 'ads: http://host.test/ads answered 503: try later. Will retry.'],
  ['SOURCE_RATE_LIMITED', 'ads: host.test asks to slow down (429). Will retry.'],
  ['SOURCE_NOT_FOUND', 'ads: http://host.test/ads answered 503: try later. Check the url parameter.'],
  ['SOURCE_AUTH_FAILED', 'ads: host.test rejected the key api (503). Reconnect or edit the key, then unsuspend it.'],
  ['SOURCE_BAD_REQUEST', 'ads: http://host.test/ads answered 503: try later. Check the parameters.'],
  ['SOURCE_ENDED_EARLY', 'Source file ads.csv ended early (10 of 20 bytes). Will retry.'],
  ['SOURCE_ANSWER_INVALID', 'ads: the answer of host.test cannot be used: refused. Will retry.'],
  ['SOURCE_REPORT_FAILED', 'ads: the provider could not make the report: refused. Will retry.'],
  ['SOURCE_FILE_MISSING', 'ads: there is no file ads.csv yet. Will retry.'],
  ['SOURCE_FILE_CHANGED', 'ads: ads.csv changed after it was found. Will retry once it stays the same.'],
  [
    'SOURCE_FILE_NOT_RECEIVED',
    'ads: no file for 2026-11-20 was received within 7 days. Have it delivered, or raise lookback_days, then retry.',
  ],
  [
    'SOURCE_REPORT_LATE',
    'ads: the provider had not made the report after 192 hours. Check it at the provider, then retry.',
  ],
  [
    'SOURCE_PATH_FORBIDDEN',
    'ads: ../x is outside the folders that file sources may read. Move the file below one of them, or ask an administrator to allow its folder.',
  ],
  ['SOURCE_TOO_LARGE', 'Source file ads.csv is larger than 1000 bytes. Have it delivered in smaller files.'],
  ['HOST_NOT_ALLOWED', 'Host host.test is not allowed.'],
  ['PARAMETER_INVALID', 'ads: the parameter url refused. Correct it, then retry.'],
  ['KEY_NOT_SUPPORTED', 'Key api cannot be used: refused. Edit the key, or use another one.'],
  [
    'HOST_KEY_CHANGED',
    'ads: the host key of host.test is 10, not 20. Ask its administrator whether it was replaced, then edit the key api and unsuspend it.',
  ],
  [
    'KEY_FOR_OTHER_HOST',
    'Key api may be sent only to https://api.test, not to host.test. Correct the address, or use another key.',
  ],
  [
    'KEY_HOST_NOT_ALLOWED',
    'Key api is not allowed to be sent to host.test. Hosts of the key: https://api.test. Correct the address, or have a person with the permission manage-keys add this host to the hosts of the key.',
  ],
  ['KEY_MISSING', 'ads: the key api does not exist or is archived. Publish the script with another key.'],
  ['DECLARATION_SUSPENDED', 'ads is suspended: refused Fix the cause, then unsuspend it.'],
  ['KEY_SUSPENDED', 'ads: the key api is suspended. Unsuspend or edit it.'],
  ['KEY_ACCESS_ENDED', 'Credential api was rejected by the provider (refused). Reconnect it.'],
  ['ACCOUNT_KEY_UNAVAILABLE', 'ads: the own key of the account does not open the key api: refused. Will retry.'],
  ['KEY_REFRESH_FAILED', 'ads: the provider gave no new access token for the key api: refused. Will retry.'],
  ['GZIP_INCOMPLETE', 'Source file ads.csv is not a complete gzip file (Z_BUF_ERROR). Will retry.'],
  ['FILE_INCOMPLETE', 'Source file ads.csv is not a complete csv file (refused). Will retry.'],
  ['FILE_REPLACED', 'ads.csv is day, site, not csv. Will retry.'],
  ['ARCHIVE_LIMIT', 'Archive ads.csv exceeds the unpacked limit (1000). Have it delivered in smaller archives.'],
  ['ARCHIVE_ENCRYPTED', 'Encrypted archives are not supported. Have ads.csv delivered without a password.'],
  [
    'XML_ENTITIES',
    'ads.csv declares XML entities, which are never expanded. Have it delivered without a document type.',
  ],
  ['FORMAT_UNREADABLE', 'ads.csv is not csv: refused. Check the format parameter, or have the file delivered again.'],
  [
    'ENCODING_UNKNOWN',
    'The text of ads.csv is not in UTF-8, and its encoding could not be detected. Declare it, such as encoding: "windows-1252", or have the file delivered in UTF-8.',
  ],
  [
    'COLUMN_NOT_FOUND',
    'Column clicks not found in ads.csv. It has: day, site. Did you mean click? Correct the name, or have the file delivered with the column.',
  ],
  [
    'COLUMN_DUPLICATE',
    'Column clicks occurs twice in the header of ads.csv. Have it delivered with distinct column names.',
  ],
  [
    'RECORDS_NOT_CONSERVED',
    'Loading ads.csv read 3 records but kept 1 good and 1 dirty. Nothing was published. Will retry.',
  ],
  ['ALL_ROWS_DIRTY', 'Processing failed; all rows are dirty.'],
  ['PROCESS_STOPPED', 'Processing stopped unexpectedly (SIGKILL). Will retry.'],
  ['QUERY_MEMORY', 'Query exceeded the memory limit (1000). Let it read, join or group fewer rows.'],
  [
    'QUERY_NOT_PLANNED',
    'The table daily is valid, but the database cannot plan its query. Write the queries inside it as tables of their own.',
  ],
  ['QUERY_TIME', 'Query exceeded the time limit (1000). Let it read, join or group fewer rows.'],
  ['QUERY_FAILED', 'The table daily could not be built: refused'],
  [
    'QUERY_UNFIT',
    'The query of the table daily does not fit its inputs on this report date: refused. Declare the columns that it uses, with their types.',
  ],
  ['INPUT_MISSING', 'The flow needs ads for 2026-11-20, whose file is gone. Download it again.'],
  [
    'INPUT_REMOVED',
    'The flow needs ads for 2026-11-20, whose rows were removed on 2026-12-20, since they are kept for a limited time. Launch a backfill of the date, which downloads it again.',
  ],
  [
    'INPUT_FAILED',
    'Nothing was processed, because the download ads for 2026-11-20 failed. Start that download again to continue: refused',
  ],
  ['SQL_NOT_ALLOWED', 'The compiled query of daily was rejected: refused. Change the query of the table.'],
  ['DESTINATION_UNREACHABLE', 'Could not connect to host.test for ads: refused. Will retry.'],
  ['DESTINATION_REFUSED', 'Destination refused the write: refused. Change it there, then retry.'],
  [
    'DESTINATION_AUTH_FAILED',
    'ads: host.test rejected the key api: refused. Reconnect or edit the key, then unsuspend it.',
  ],
  ['DESTINATION_BUSY', 'ads: the destination is busy: refused. Will retry.'],
  ['DESTINATION_FULL', 'ads: the destination has no free space for ../x. Free some there. Will retry.'],
  ['DESTINATION_SCHEMA', 'The table daily does not fit: refused. Change the table, or the upload’s columns.'],
  [
    'DESTINATION_PATH_FORBIDDEN',
    'ads: ../x is outside the folders that file uploads may write. Choose a path below one of them, or ask an administrator to allow its folder.',
  ],
  [
    'TEST_PLACE_NOT_ALLOWED',
    'ads: test runs may not write to public with the key api. Test places of the key: https://api.test. Name one of them in the test block, or have a person with the permission manage-keys add it to the key.',
  ],
  [
    'TEST_TARGET_NOT_MADE_BY_TESTS',
    'ads: postgres · x was not made by a test run, and test runs replace only what they made. Name another place in the test block, or have it removed by its owner.',
  ],
  [
    'FILE_FOLDER_NOT_SHARED',
    'ads: several workers run, and they write files into different folders. Mount one folder as DATA_DIR/exports on all of them, or upload to s3. Will retry.',
  ],
  [
    'DESTINATION_SUPERSEDED',
    'A newer result of ads for 2026-11-20 has been delivered already; this one was discarded.',
  ],
  [
    'DESTINATION_OF_LATER_HISTORY',
    'ads for 2026-11-20: the destination holds a result that was delivered after a restore of the database which this installation does not know. Stop this installation if another one has taken over; else remove the entry from the destination’s ledger, then retry.',
  ],
  ['DELIVERY_CANCELLED', 'ads for 2026-11-20 was cancelled before it was delivered; the destination is unchanged.'],
  ['REPORT_DATE_FROZEN', 'ads for 2026-11-20: November 2026 is frozen. The destination is unchanged.'],
  ['RESULT_EMPTY', 'ads: the result has no rows; nothing is uploaded and the destination is unchanged.'],
  [
    'EMPTY_RESULT_UNTYPED',
    'ads: the result has no rows, and nothing else says the types of its columns. No table or column is created, and the destination is unchanged.',
  ],
  [
    'EMPTY_LOAD_REFUSED',
    'ads: the table daily got no rows for 2026-11-20, and says when empty fail. Nothing was uploaded. Correct the source: a corrected download is uploaded. If no rows are right, write when empty keep or when empty replace in its query.',
  ],
  [
    'EMPTY_RESULT_REFUSED',
    'ads: the result for 2026-11-20 has no rows, and when_empty is "fail". Nothing was uploaded. Correct the source: a corrected download is uploaded. If no rows are right, set when_empty to keep or replace.',
  ],
  ['ROWS_NOT_CONFIRMED', 'ads: sent 3 rows but the destination confirmed 2. Nothing was published. Will retry.'],
  ['UPLOAD_LATE', 'ads for 2026-11-20 was not uploaded by its deadline, Nov 20, 9:00am UTC. refused'],
  ['WORKER_STOPPED', 'Worker stopped responding during upload. Will retry.'],
  ['STALE_ATTEMPT', 'Attempt 1 superseded by attempt 2; result discarded.'],
  ['ATTEMPTS_EXHAUSTED', 'Stopped after 6 attempts. refused'],
  ['STORAGE_FULL', 'Storage is full on the processing host. Will retry when space is available.'],
  ['STORAGE_FAILED', 'The file store failed: refused. Will retry.'],
  ['HOST_FAILED', 'The processing host cannot work: refused. Will retry when it can.'],
  ['INTERNAL', 'Something went wrong on our side (ab12). Will retry.'],
  ['INVALID_TOKEN', 'Your session has ended. Sign in again.'],
  ['EMAIL_NOT_RECOGNIZED', 'You do not have access to any accounts in Switchboard.'],
  ['EMAIL_NOT_AUTHORIZED', 'Not authorized'],
  ['SIGN_IN_SSO_ONLY', 'Your company requires single sign-on. Choose "Use single sign-on" to sign in.'],
  ['SIGN_IN_FAILED', 'The email or the password is not correct. Try again, or reset the password.'],
  [
    'SIGN_IN_CODE_FAILED',
    'The code is not correct, or was used before. Wait for the next code of the app, or enter a recovery code.',
  ],
  ['SIGN_IN_PASSKEY_FAILED', 'The passkey was not accepted. Try again, or sign in another way.'],
  ['SIGN_IN_LOCKED', 'Too many failed attempts. Try again after 06:30 UTC.'],
  ['SIGN_IN_CROWDED', 'Too many attempts to sign in came from your network. Try again after 06:30 UTC.'],
  ['SIGN_IN_EXPIRED', 'This sign-in page has expired. Open the console again to sign in.'],
  [
    'RESET_EXPIRED',
    'This link has expired or was used. Request another one: Reset password in the user menu of the console.',
  ],
  ['FACTOR_LINK_EXPIRED', 'This link has expired or was used. Sign in again for another one.'],
  ['NOT_ALLOWED', 'You do not have access to this.'],
  ['NOT_FOUND', 'There is nothing here.'],
  ['RATE_LIMITED', 'Too many requests. Try again in 120 seconds.'],
  ['EXPORTS_BUSY', '1000 exports of this account are already running. Wait until one ends, or cancel it.'],
  ['TOO_LARGE', 'The request is too large. Send less at once.'],
  ['UNKNOWN_SERVER_ERROR', 'Unknown server error.'],
  ['BAD_REQUEST', 'refused'],
  ['UNAVAILABLE', 'The service is starting or its database is unavailable. Try again shortly.'],
  ['OVERLOADED', 'Switchboard has more requests than it can answer at once. Try again in 120 s.'],
  ['MAINTENANCE', 'Switchboard is being upgraded. Try again in a few minutes.'],
];

it.each(TEXTS)('the text of %s', { tags: 'proof:error-text' }, (code, text) => {
  expect(errorText(code, EXAMPLES)).toBe(text);
});

it('every error has its text here, once', () => {
  expect(TEXTS.map(([code]) => code).sort()).toEqual(Object.keys(ERRORS).sort());
});

it('every parameter has an example', () => {
  const named = Object.values(ERRORS).flatMap(({ text }) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  expect(Object.keys(EXAMPLES).sort()).toEqual([...new Set(named)].sort());
});
