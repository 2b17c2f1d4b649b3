import { failureAction } from './failure-action.ts';
import { type FailureTitleCode, failureTitle } from './failure-title.ts';

/**
 * Where the cause of a failure lies. Of `script` and `data` a line of the script is responsible: its query, its parameters, or
 * the column that rejects the rows. All other causes lie outside the script.
 */
export type FailureOrigin = 'script' | 'data' | 'file' | 'provider' | 'key' | 'destination' | 'input' | 'installation';

/** A completed download of which some rows are dirty has no error code. */
export const DIRTY_ROWS = 'DIRTY_ROWS';

type Cause = {
  readonly origin: FailureOrigin;
  readonly meaning: string;
  /** Parameters of the declaration that may be at fault, the likeliest first. */
  readonly parameters?: readonly string[];
};

const cause = (origin: FailureOrigin, meaning: string, ...parameters: readonly string[]): Cause => ({
  origin,
  meaning,
  ...(parameters.length === 0 ? {} : { parameters }),
});

const PROVIDER = cause(
  'provider',
  'The other side did not give what was asked for. Nothing in the script has to change: the same request can succeed later.',
);
const KEY = cause(
  'key',
  'The other side does not accept the key, or the key is suspended, so that no request is made with it. The script only names the key.',
);
const FILE = cause('file', 'The file that was delivered cannot be read. The script would read a correct file.');
const DESTINATION = cause(
  'destination',
  'The rows are ready, but the destination did not take them. Its data is unchanged.',
);
const INSTALLATION = cause(
  'installation',
  'Something failed in Switchboard itself, neither in the script nor in the data.',
);
const ADDRESS = ['url', 'host', 'path', 'pattern', 'prefix', 'bucket', 'query', 'table'] as const;
const DIRTY =
  'Rows are dirty when a value does not fit the type of its column, or is empty where the column is not null. Dirty rows are rejected and kept; good rows go on.';

const CAUSES: Readonly<Record<FailureTitleCode | typeof DIRTY_ROWS, Cause>> = {
  DIRTY_ROWS: cause('data', DIRTY),
  ALL_ROWS_DIRTY: cause('data', `${DIRTY} Without a good row nothing is processed.`),
  SOURCE_UNREACHABLE: PROVIDER,
  SOURCE_TIMEOUT: PROVIDER,
  SOURCE_HTTP_ERROR: PROVIDER,
  SOURCE_RATE_LIMITED: PROVIDER,
  SOURCE_REPORT_FAILED: PROVIDER,
  SOURCE_REPORT_LATE: PROVIDER,
  SOURCE_ENDED_EARLY: PROVIDER,
  SOURCE_ANSWER_INVALID: PROVIDER,
  SOURCE_NOT_FOUND: cause('script', 'The source has nothing at the address that these parameters give.', ...ADDRESS),
  SOURCE_BAD_REQUEST: cause(
    'script',
    'The source understood the request and rejected it: a parameter is not what it expects.',
    ...ADDRESS,
  ),
  SOURCE_AUTH_FAILED: KEY,
  SOURCE_FILE_MISSING: FILE,
  SOURCE_FILE_CHANGED: FILE,
  SOURCE_FILE_NOT_RECEIVED: cause(
    'script',
    'A file of each report date is waited for as long as the schedule says. None came whose name fits.',
    'lookback_days',
    'pattern',
    'regex',
    'path',
  ),
  SOURCE_PATH_FORBIDDEN: cause(
    'script',
    'File sources read only below folders that an administrator has allowed.',
    'path',
    'pattern',
  ),
  SOURCE_TOO_LARGE: FILE,
  HOST_NOT_ALLOWED: cause(
    'script',
    'Requests are sent only to hosts that are allowed, so that no script reaches private networks.',
    'url',
    'host',
  ),
  PARAMETER_INVALID: cause(
    'script',
    'A parameter passed the compiler, but its value cannot be used when the declaration runs.',
  ),
  KEY_MISSING: cause('script', 'The declaration names a key that is not in the vault.', 'key'),
  KEY_NOT_SUPPORTED: cause('script', 'The key is of a type, or holds a value, that this connector cannot use.', 'key'),
  KEY_FOR_OTHER_HOST: cause(
    'script',
    'A key is sent only to the hosts of its provider, so that a wrong address never receives it.',
    'url',
    'host',
    'key',
  ),
  HOST_KEY_CHANGED: KEY,
  KEY_SUSPENDED: KEY,
  KEY_ACCESS_ENDED: KEY,
  KEY_REFRESH_FAILED: KEY,
  DESTINATION_AUTH_FAILED: KEY,
  DECLARATION_SUSPENDED: cause(
    'provider',
    'It failed so often that it was suspended. The cause is the failure before that.',
  ),
  GZIP_INCOMPLETE: FILE,
  FILE_INCOMPLETE: FILE,
  ARCHIVE_LIMIT: FILE,
  ARCHIVE_ENCRYPTED: FILE,
  XML_ENTITIES: FILE,
  FORMAT_UNREADABLE: cause(
    'data',
    'The file is not in the format that the declaration names or that its name suggests.',
    'format',
  ),
  ENCODING_UNKNOWN: cause(
    'data',
    'The encoding of a text decides which characters it holds. It is guessed only where that is certain.',
    'encoding',
  ),
  COLUMN_NOT_FOUND: cause('data', 'Columns are found by their header. The file has no column of this one.'),
  COLUMN_DUPLICATE: cause(
    'data',
    'Columns are found by their header. With the same header twice it is not known which is meant.',
  ),
  RECORDS_NOT_CONSERVED: INSTALLATION,
  PROCESS_STOPPED: INSTALLATION,
  QUERY_MEMORY: cause(
    'script',
    'A query needs as much memory as it joins, sorts or groups rows. It was stopped at the limit.',
  ),
  QUERY_TIME: cause(
    'script',
    'A query was stopped at its time limit. Joins whose condition fits many rows are the usual reason.',
  ),
  QUERY_NOT_PLANNED: cause('script', 'The query is nested so deeply that the database cannot plan it.'),
  QUERY_FAILED: cause(
    'script',
    'The query was valid, but a value of this report date does not fit an expression of it.',
  ),
  SQL_NOT_ALLOWED: cause('script', 'Only reading queries run on the processing host.'),
  INPUT_MISSING: cause('input', 'The rows of a download were kept for a limited time, and are gone.'),
  INPUT_FAILED: cause('input', 'A download that it is made from has failed, so that nothing was processed.'),
  UPLOAD_STOPPED: cause('script', 'An assertion of the script is not true of the rows, so that nothing was delivered.'),
  DESTINATION_UNREACHABLE: DESTINATION,
  DESTINATION_REFUSED: DESTINATION,
  DESTINATION_BUSY: DESTINATION,
  DESTINATION_FULL: DESTINATION,
  DESTINATION_SCHEMA: cause(
    'script',
    'The columns of the upload and those of the destination’s table do not fit together.',
    'table',
  ),
  DESTINATION_PATH_FORBIDDEN: cause(
    'script',
    'File uploads write only below folders that an administrator has allowed.',
    'path',
  ),
  FILE_FOLDER_NOT_SHARED: INSTALLATION,
  DESTINATION_OF_LATER_HISTORY: INSTALLATION,
  ROWS_NOT_CONFIRMED: DESTINATION,
  ATTEMPTS_EXHAUSTED: INSTALLATION,
  WORKER_STOPPED: INSTALLATION,
  STORAGE_FULL: INSTALLATION,
  STORAGE_FAILED: INSTALLATION,
  INTERNAL: INSTALLATION,
};

/** The causes of failures by error code. */
export const FAILURE_CAUSES: ReadonlyMap<string, Cause> = new Map(Object.entries(CAUSES));

/** Why a code fails, and where the cause lies. An unknown code is a failure of the installation. */
export function failureCause(code: string): Cause {
  return FAILURE_CAUSES.get(code) ?? INSTALLATION;
}

/** Whether a line of the script is responsible. */
export const isInScript = ({ origin }: Pick<Cause, 'origin'>): boolean => origin === 'script' || origin === 'data';

/** The title and the action of a failure, also of dirty rows without an error. */
export const causeTitle = (code: string): string => (code === DIRTY_ROWS ? 'Some rows are dirty' : failureTitle(code));
export const causeAction = (code: string): string => failureAction(code === DIRTY_ROWS ? 'ALL_ROWS_DIRTY' : code);
