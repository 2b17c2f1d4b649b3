import { PipelineError } from '@switchboard/model/errors/errors';
import { SqlKeyError } from '../key-fields/sql-key-error.ts';
import { codeOf, NetworkError, networkReason } from '../network/network-error.ts';
import { quoted } from '../secrets.ts';
import type { SqlErrors, SqlRefusal, SqlRefusalKind } from './sql-failures.ts';
import type { SqlLogin } from './sql-login.ts';
import { tlsCodeOf } from './sql-tls.ts';

/** An error of the server, as the driver gives it. */
type ServerError = Error & { readonly code: string; readonly errno: number; readonly sqlState?: string };

const LOGIN = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
]);
const BUSY = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_HOST_IS_BLOCKED',
  'ER_QUERY_INTERRUPTED',
  'ER_STATEMENT_TIMEOUT',
]);
const FULL = new Set(['ER_RECORD_FILE_FULL', 'ER_DISK_FULL', 'ER_TEMP_FILE_WRITE_FAILURE']);
/** The system's number of a full disk, as other errors of files quote it. */
const NO_SPACE = /\b(?:errcode|error):? 28\b|no space left on device/i;
const STOPPED = new Set(['ER_SERVER_SHUTDOWN', 'ER_NORMAL_SHUTDOWN', 'ER_CONNECTION_KILLED']);
/** The connection ended, so that what the server did last is unknown. */
const CUT = new Set(['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT', ...STOPPED]);
/** Table, column or value that does not fit the rows. */
const SCHEMA = new Set([
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
  'ER_BAD_NULL_ERROR',
  'ER_TRUNCATED_WRONG_VALUE',
  'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD',
  'WARN_DATA_TRUNCATED',
  'ER_DATA_TOO_LONG',
  'ER_WARN_DATA_OUT_OF_RANGE',
  'ER_DUP_ENTRY',
  'ER_NO_REFERENCED_ROW_2',
  'ER_NO_DEFAULT_FOR_FIELD',
  'ER_INVALID_JSON_TEXT',
  'ER_CONSTRAINT_FAILED',
  'ER_CHECK_CONSTRAINT_VIOLATED',
]);

/** Also of constraints for which the driver knows no name. */
const BROKEN_CONSTRAINT = '23000';

/** LOAD DATA LOCAL is off at the server, or at something between. Their numbers: the driver has no names for the newer ones. */
const NO_LOCAL_ROWS = new Set([1148, 3948, 4166]);

/** Sockets that ended early have a path as well, which is undefined. */
const isOfFile = (error: Error): boolean => 'path' in error && error.path !== undefined;

/** Whether the server itself reports the error. */
const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'number' && 'sqlMessage' in error;

const refusalOf = (error: unknown): SqlRefusal | null =>
  isServerError(error) ? { kind: kindOf(error), status: error.code } : null;

function kindOf({ code, message, sqlState }: ServerError): SqlRefusalKind {
  if (LOGIN.has(code)) return 'auth';
  if (FULL.has(code) || NO_SPACE.test(message)) return 'full';
  if (BUSY.has(code)) return 'busy';
  if (STOPPED.has(code)) return 'stopped';
  return SCHEMA.has(code) || sqlState === BROKEN_CONSTRAINT ? 'schema' : 'refused';
}

function isConnectionFailure(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  // A failure with a path is of a local file.
  if (!(error instanceof Error) || error instanceof PipelineError || isOfFile(error)) return false;
  if (isServerError(error)) return STOPPED.has(error.code);
  return codeOf(error) !== '' || /closed state/.test(error.message);
}

/** The server's message, with the setting that it lacks. The catalogue's texts end their sentences themselves. */
function reasonOf(error: Error, { password }: SqlLogin): string {
  const hint =
    isServerError(error) && NO_LOCAL_ROWS.has(error.errno)
      ? '; set local_infile = 1 in the configuration of the server'
      : '';
  return quoted(error.message.replace(/\.+$/, ''), [password], 500) + hint;
}

function connectionReason(error: unknown): string {
  if (error instanceof SqlKeyError) return error.message;
  const code = codeOf(error);
  if (CUT.has(code) || code === '') return 'the connection was closed by the other side';
  return code.startsWith('HANDSHAKE_') ? 'it does not speak the protocol of MySQL as expected' : networkReason(error);
}

/** The failure with a code that says what it is: the driver replaces those of TLS. */
function mysqlCause(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return new SqlKeyError('SQL_NO_SSL', 'the server does not support SSL', error);
  if (code === 'ER_SECURE_TRANSPORT_REQUIRED')
    return new SqlKeyError('SQL_SSL_REQUIRED', 'the server accepts only encrypted connections', error);
  if (code === 'ER_UNKNOWN_CHARACTER_SET') return new SqlKeyError('SQL_CHARSET', error.message, error);
  if (code !== 'HANDSHAKE_SSL_ERROR') return error;
  const tlsCode = tlsCodeOf(error.message) || 'EPROTO';
  return Object.assign(new Error(error.message, { cause: error }), { code: tlsCode });
}

/** The errors of MySQL and MariaDB. */
export const MYSQL_ERRORS: SqlErrors = {
  refusalOf,
  reasonOf,
  isConnectionFailure,
  connectionReason,
  causeOf: mysqlCause,
  deniesByAuthCode: true,
};
