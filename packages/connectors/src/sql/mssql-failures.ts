import { PipelineError } from '@switchboard/model/errors/errors';
import { SqlKeyError } from '../key-fields/sql-key-error.ts';
import { codeOf, NetworkError, networkReason } from '../network/network-error.ts';
import { quoted } from '../secrets.ts';
import { MssqlError } from './mssql-session.ts';
import type { SqlErrors, SqlRefusal, SqlRefusalKind } from './sql-failures.ts';
import type { SqlLogin } from './sql-login.ts';

/** Login failed, and a database that does not exist or that the user may not open. */
const LOGIN = new Set([
  'MSSQL_18456',
  'MSSQL_18452',
  'MSSQL_18470',
  'MSSQL_18486',
  'MSSQL_18487',
  'MSSQL_18488',
  'MSSQL_4060',
]);

/** By number, as the documentation of the server has them: locks, deadlocks, snapshots, memory, and limits of Azure SQL. */
const BUSY = numbers(1205, 1222, 3960, 701, 8645, 1204, 10_928, 10_929, 40_197, 40_501, 40_613, 49_918);
const FULL = numbers(1101, 1105, 9002, 40_544);
const STOPPED = numbers(596, 6005, 17_142);
/** Table, column or value that does not fit the rows. */
const SCHEMA = numbers(
  ...[207, 208, 213, 220, 232, 241, 242, 244, 245, 248, 257, 295, 515, 547],
  ...[2601, 2627, 2628, 8114, 8115, 8152, 8169, 13_608, 13_609],
);

function numbers(...listed: readonly number[]): ReadonlySet<string> {
  return new Set(listed.map((number) => `MSSQL_${number}`));
}

const refusalOf = (error: unknown): SqlRefusal | null =>
  error instanceof MssqlError ? { kind: kindOf(error), status: error.code.replace('MSSQL_', '') } : null;

function kindOf({ code }: MssqlError): SqlRefusalKind {
  if (LOGIN.has(code)) return 'auth';
  if (FULL.has(code)) return 'full';
  if (BUSY.has(code)) return 'busy';
  if (STOPPED.has(code)) return 'stopped';
  return SCHEMA.has(code) ? 'schema' : 'refused';
}

/** The catalogue's texts end their sentences themselves. */
const reasonOf = (error: Error, { password }: SqlLogin): string =>
  quoted(error.message.replace(/\.+$/, ''), [password], 500);

function isConnectionFailure(error: unknown): boolean {
  if (error instanceof MssqlError) return STOPPED.has(error.code);
  if (error instanceof NetworkError) return true;
  if (!(error instanceof Error) || error instanceof PipelineError || isOfFile(error)) return false;
  return codeOf(mssqlCause(error)) !== '';
}

/** Failures of local files have a path, and those of sockets none. */
const isOfFile = (error: Error): boolean => 'path' in error && error.path !== undefined;

/** The failure with a code that says what it is: the driver has one for all of its own. */
function mssqlCause(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === 'ETIMEOUT') return Object.assign(new Error(error.message, { cause: error }), { code: 'ETIMEDOUT' });
  if (code !== 'EENCRYPT') return code === 'ESOCKET' && codeOf(error.cause) !== '' ? error.cause : error;
  return /requires encryption/.test(error.message)
    ? new SqlKeyError('SQL_SSL_REQUIRED', 'the server accepts only encrypted connections', error)
    : new SqlKeyError('SQL_NO_SSL', 'the server does not support SSL', error);
}

function connectionReason(failure: unknown): string {
  const error = mssqlCause(failure);
  if (error instanceof SqlKeyError) return error.message;
  const code = codeOf(error);
  return code === 'ESOCKET' || code === 'ELOGIN' || code === 'ECLOSE'
    ? 'it does not speak the protocol of SQL Server as expected'
    : networkReason(error);
}

/** The errors of SQL Server. */
export const MSSQL_ERRORS: SqlErrors = {
  refusalOf,
  reasonOf,
  isConnectionFailure,
  connectionReason,
  causeOf: mssqlCause,
};
