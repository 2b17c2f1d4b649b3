import type { Severity } from './events.ts';

/**
 * What a failure means for the work that met it.
 * transient: try again with backoff; authentication: the key is suspended; permanent: failed at once;
 * internal: our own fault, tried again like a transient one and reported.
 */
export type ErrorClass = 'transient' | 'authentication' | 'permanent' | 'internal';

export type ErrorEntry = {
  /** Plain text with `{name}` parameters: what happened, then what to do or what happens next. */
  readonly text: string;
  readonly class: ErrorClass;
  readonly severity: Severity;
  /** HTTP status where the error answers a request. */
  readonly http?: number;
};

/** What to do about a rejected key that work has used: it is suspended. */
const REJECTED_KEY_ADVICE = ' Reconnect or edit the key, then unsuspend it.';

const entry = (text: string, errorClass: ErrorClass, severity: Severity = 'error', http?: number): ErrorEntry => ({
  text,
  class: errorClass,
  severity,
  ...(http === undefined ? {} : { http }),
});

/** Every error that a person can meet. Connectors, engine and server may only throw these. */
export const ERRORS = {
  // Sources
  SOURCE_UNREACHABLE: entry('Could not connect to {host} for {name}: {reason}. Will retry.', 'transient'),
  SOURCE_TIMEOUT: entry('{name}: {host} sent nothing for {seconds} seconds. Will retry.', 'transient'),
  SOURCE_HTTP_ERROR: entry('{name}: {url} answered {status}: {body}. Will retry.', 'transient'),
  SOURCE_RATE_LIMITED: entry('{name}: {host} asks to slow down (429). Will retry.', 'transient'),
  SOURCE_NOT_FOUND: entry('{name}: {url} answered {status}: {body}. Check {check}.', 'permanent'),
  SOURCE_AUTH_FAILED: entry(
    `{name}: {host} rejected the key {key} ({status}).${REJECTED_KEY_ADVICE}`,
    'authentication',
  ),
  SOURCE_BAD_REQUEST: entry('{name}: {url} answered {status}: {body}. Check the parameters.', 'permanent'),
  SOURCE_ENDED_EARLY: entry('Source file {file} ended early ({got} of {expected} bytes). Will retry.', 'transient'),
  SOURCE_REPORT_FAILED: entry('{name}: the provider could not make the report: {reason}. Will retry.', 'transient'),
  SOURCE_ANSWER_INVALID: entry('{name}: the answer of {host} cannot be used: {reason}. Will retry.', 'transient'),
  SOURCE_FILE_MISSING: entry('{name}: there is no file {file} yet. Will retry.', 'transient'),
  SOURCE_FILE_CHANGED: entry(
    '{name}: {file} changed after it was found. Will retry once it stays the same.',
    'transient',
  ),
  SOURCE_FILE_NOT_RECEIVED: entry(
    '{name}: no file for {date} was received within {days} days. Have it delivered, or raise lookback_days, then retry.',
    'permanent',
  ),
  SOURCE_REPORT_LATE: entry(
    '{name}: the provider had not made the report after {hours} hours. Check it at the provider, then retry.',
    'permanent',
  ),
  SOURCE_PATH_FORBIDDEN: entry(
    '{name}: {path} is outside the folders that file sources may read. Move the file below one of them, or ask an administrator to allow its folder.',
    'permanent',
  ),
  SOURCE_TOO_LARGE: entry(
    'Source file {file} is larger than {limit} bytes. Have it delivered in smaller files.',
    'permanent',
  ),
  HOST_NOT_ALLOWED: entry('Host {host} is not allowed.', 'permanent', 'error', 400),
  PARAMETER_INVALID: entry('{name}: the parameter {parameter} {reason}. Correct it, then retry.', 'permanent'),
  KEY_MISSING: entry(
    '{name}: the key {key} does not exist or is archived. Publish the script with another key.',
    'permanent',
  ),
  KEY_NOT_SUPPORTED: entry('Key {key} cannot be used: {reason}. Edit the key, or use another one.', 'permanent'),
  KEY_FOR_OTHER_HOST: entry(
    'Key {key} may be sent only to {allowed}, not to {host}. Correct the address, or use another key.',
    'permanent',
  ),
  HOST_KEY_CHANGED: entry(
    '{name}: the host key of {host} is {got}, not {expected}. Ask its administrator whether it was replaced, then edit the key {key} and unsuspend it.',
    'authentication',
  ),
  DECLARATION_SUSPENDED: entry('{name} is suspended: {reason} Fix the cause, then unsuspend it.', 'permanent'),
  KEY_SUSPENDED: entry('{name}: the key {key} is suspended. Unsuspend or edit it.', 'authentication'),
  KEY_ACCESS_ENDED: entry('Credential {key} was rejected by the provider ({reason}). Reconnect it.', 'authentication'),
  KEY_REFRESH_FAILED: entry(
    '{name}: the provider gave no new access token for the key {key}: {reason}. Will retry.',
    'transient',
  ),
  // Files
  GZIP_INCOMPLETE: entry('Source file {file} is not a complete gzip file ({code}). Will retry.', 'transient'),
  FILE_INCOMPLETE: entry('Source file {file} is not a complete {format} file ({reason}). Will retry.', 'transient'),
  ARCHIVE_LIMIT: entry(
    'Archive {file} exceeds the unpacked limit ({limit}). Have it delivered in smaller archives.',
    'permanent',
  ),
  ARCHIVE_ENCRYPTED: entry(
    'Encrypted archives are not supported. Have {file} delivered without a password.',
    'permanent',
  ),
  XML_ENTITIES: entry(
    '{file} declares XML entities, which are never expanded. Have it delivered without a document type.',
    'permanent',
  ),
  FORMAT_UNREADABLE: entry(
    '{file} is not {format}: {reason}. Check the format parameter, or have the file delivered again.',
    'permanent',
  ),
  ENCODING_UNKNOWN: entry(
    'The text of {file} is not in UTF-8, and its encoding could not be detected. Declare it, such as encoding: "windows-1252", or have the file delivered in UTF-8.',
    'permanent',
  ),
  COLUMN_NOT_FOUND: entry(
    'Column {column} not found in {file}. It has: {found}.{advice} Correct the name, or have the file delivered with the column.',
    'permanent',
  ),
  COLUMN_DUPLICATE: entry(
    'Column {column} occurs twice in the header of {file}. Have it delivered with distinct column names.',
    'permanent',
  ),
  RECORDS_NOT_CONSERVED: entry(
    'Loading {file} read {records} records but kept {good} good and {dirty} dirty. Nothing was published. Will retry.',
    'internal',
  ),
  ALL_ROWS_DIRTY: entry('Processing failed; all rows are dirty.', 'permanent'),
  // Flows
  PROCESS_STOPPED: entry('Processing stopped unexpectedly ({how}). Will retry.', 'transient'),
  QUERY_MEMORY: entry(
    'Query exceeded the memory limit ({limit}). Let it read, join or group fewer rows.',
    'permanent',
    'fatal',
  ),
  QUERY_TIME: entry(
    'Query exceeded the time limit ({limit}). Let it read, join or group fewer rows.',
    'permanent',
    'fatal',
  ),
  QUERY_NOT_PLANNED: entry(
    'The table {table} is valid, but the database cannot plan its query. Write the queries inside it as tables of their own.',
    'permanent',
    'fatal',
  ),
  QUERY_FAILED: entry('The table {table} could not be built: {reason}', 'permanent', 'fatal'),
  INPUT_MISSING: entry(
    'The flow needs {input} for {date}, whose file is gone. Download it again.',
    'permanent',
    'fatal',
  ),
  INPUT_FAILED: entry(
    'Nothing was processed, because the download {name} for {date} {ended}. Start that download again to go on: {reason}',
    'permanent',
  ),
  SQL_NOT_ALLOWED: entry(
    'The compiled query of {table} was rejected: {reason}. Change the query of the table.',
    'permanent',
    'fatal',
  ),
  // Destinations
  DESTINATION_UNREACHABLE: entry('Could not connect to {host} for {name}: {reason}. Will retry.', 'transient'),
  DESTINATION_REFUSED: entry('Destination refused the write: {reason}. Change it there, then retry.', 'permanent'),
  DESTINATION_AUTH_FAILED: entry(
    `{name}: {host} rejected the key {key}: {reason}.${REJECTED_KEY_ADVICE}`,
    'authentication',
  ),
  DESTINATION_BUSY: entry('{name}: the destination is busy: {reason}. Will retry.', 'transient'),
  DESTINATION_FULL: entry(
    '{name}: the destination has no free space for {path}. Free some there. Will retry.',
    'transient',
  ),
  DESTINATION_SCHEMA: entry(
    'The table {table} does not fit: {reason}. Change the table, or the upload’s columns.',
    'permanent',
  ),
  DESTINATION_PATH_FORBIDDEN: entry(
    '{name}: {path} is outside the folders that file uploads may write. Choose a path below one of them, or ask an administrator to allow its folder.',
    'permanent',
  ),
  FILE_FOLDER_NOT_SHARED: entry(
    '{name}: several workers run, and they write files into different folders. Mount one folder as DATA_DIR/exports on all of them, or upload to s3. Will retry.',
    'transient',
  ),
  DESTINATION_SUPERSEDED: entry(
    'A newer result of {name} for {date} has been delivered already; this one was discarded.',
    'permanent',
    'info',
  ),
  DESTINATION_OF_LATER_HISTORY: entry(
    '{name} for {date}: the destination holds a result that was delivered after a restore of the database which this installation does not know. Stop this installation if another one has taken over; else remove the entry from the destination’s ledger, then retry.',
    'permanent',
  ),
  DELIVERY_CANCELLED: entry(
    '{name} for {date} was cancelled before it was delivered; the destination is unchanged.',
    'permanent',
    'info',
  ),
  RESULT_EMPTY: entry(
    '{name}: the result has no rows; nothing is uploaded and the destination is unchanged.',
    'permanent',
    'info',
  ),
  ROWS_NOT_CONFIRMED: entry(
    '{name}: sent {sent} rows but the destination confirmed {confirmed}. Nothing was published. Will retry.',
    'transient',
  ),
  UPLOAD_LATE: entry('{name} for {date} was not uploaded by its deadline, {deadline}. {reason}', 'transient', 'warn'),
  // Units of work
  WORKER_STOPPED: entry('Worker stopped responding during {phase}. Will retry.', 'transient', 'warn'),
  STALE_ATTEMPT: entry('Attempt {attempt} superseded by attempt {current}; result discarded.', 'internal', 'info'),
  ATTEMPTS_EXHAUSTED: entry('Stopped after {attempts} attempts. {reason}', 'permanent', 'fatal'),
  STORAGE_FULL: entry('Storage is full on the processing host. Will retry when space is available.', 'transient'),
  STORAGE_FAILED: entry('The file store failed: {reason}. Will retry.', 'transient'),
  INTERNAL: entry('Something went wrong on our side ({reference}). Will retry.', 'internal'),
  // Requests
  INVALID_TOKEN: entry('Your session has ended. Sign in again.', 'permanent', 'info', 401),
  EMAIL_NOT_RECOGNIZED: entry('You do not have access to any accounts in Switchboard.', 'permanent', 'info', 401),
  EMAIL_NOT_AUTHORIZED: entry('Not authorized', 'permanent', 'info', 403),
  SIGN_IN_FAILED: entry(
    'The email or the password is not correct. Try again, or reset the password.',
    'permanent',
    'info',
    401,
  ),
  SIGN_IN_CODE_FAILED: entry(
    'The code is not correct, or was used before. Wait for the next code of the app, or enter a recovery code.',
    'permanent',
    'info',
    401,
  ),
  SIGN_IN_PASSKEY_FAILED: entry(
    'The passkey was not accepted. Try again, or sign in another way.',
    'permanent',
    'info',
    401,
  ),
  SIGN_IN_LOCKED: entry('Too many failed attempts. Try again after {time} UTC.', 'permanent', 'warn', 429),
  SIGN_IN_EXPIRED: entry('This sign-in page has expired. Open the console again to sign in.', 'permanent', 'info', 400),
  RESET_EXPIRED: entry(
    'This link has expired or was used. Request another one: Reset password in the user menu of the console.',
    'permanent',
    'info',
    400,
  ),
  NOT_ALLOWED: entry('You do not have access to this.', 'permanent', 'info', 403),
  NOT_FOUND: entry('There is nothing here.', 'permanent', 'info', 404),
  RATE_LIMITED: entry('Too many requests. Try again in {seconds} seconds.', 'transient', 'info', 429),
  EXPORTS_BUSY: entry(
    '{limit} exports of this account are already running. Wait until one ends, or cancel it.',
    'transient',
    'info',
    429,
  ),
  TOO_LARGE: entry('The request is too large. Send less at once.', 'permanent', 'info', 413),
  UNKNOWN_SERVER_ERROR: entry('Unknown server error.', 'internal', 'error', 500),
  BAD_REQUEST: entry('{reason}', 'permanent', 'info', 400),
  UNAVAILABLE: entry(
    'The service is starting or its database is unavailable. Try again shortly.',
    'transient',
    'warn',
    503,
  ),
  MAINTENANCE: entry('Switchboard is being upgraded. Try again in a few minutes.', 'transient', 'info', 503),
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorParameters = Readonly<Record<string, string | number>>;

/** The catalogue's text with its parameters filled in. */
export function errorText(code: ErrorCode, parameters: ErrorParameters = {}): string {
  return fillText(ERRORS[code].text, parameters);
}

function fillText(text: string, parameters: ErrorParameters): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    return value === undefined ? whole : String(value);
  });
}

/** A failure from the catalogue. `retryAfter` is what the other side asked for, in seconds. */
export class PipelineError extends Error {
  override readonly name = 'PipelineError';
  readonly code: ErrorCode;
  readonly class: ErrorClass;
  readonly severity: Severity;
  readonly retryAfter: number | undefined;
  /** The values that fill the catalogue's text. */
  readonly parameters: ErrorParameters;

  constructor(
    code: ErrorCode,
    parameters: ErrorParameters = {},
    options: { readonly cause?: unknown; readonly retryAfter?: number | undefined } = {},
  ) {
    super(errorText(code, parameters), { cause: options.cause });
    this.code = code;
    this.class = ERRORS[code].class;
    this.severity = ERRORS[code].severity;
    this.retryAfter = options.retryAfter;
    this.parameters = parameters;
  }

  /** The final message of a key that is tried before it is saved: it is not suspended, so that nothing is to be unsuspended. */
  get unsavedMessage(): string {
    const text = ERRORS[this.code].text.replace(/ Will retry[^.]*\.$/, '').replace(REJECTED_KEY_ADVICE, '');
    return fillText(text, this.parameters);
  }

  /** The message where no key is suspended for it, as in a test run: nothing is to be unsuspended. */
  get unsuspendedMessage(): string {
    if (this.class !== 'authentication') return this.message;
    return fillText(ERRORS[this.code].text.replace(/(?:, then| and) unsuspend it\.$/, '.'), this.parameters);
  }

  /** The message without its promise of a retry, for a failure that is not retried any more. */
  get finalMessage(): string {
    return fillText(ERRORS[this.code].text.replace(/ Will retry[^.]*\.$/, ''), this.parameters);
  }
}
