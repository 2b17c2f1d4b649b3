import { PipelineError } from '@switchboard/model';
import { codeOf, NetworkError, networkReason } from '../network/network-error.ts';
import { destinationFailure } from '../network/translate-network-error.ts';
import { quoted } from '../secrets.ts';
import { translateTunnel } from '../ssh/tunnel-failure.ts';
import { MssqlError } from './mssql-session.ts';
import { SqlKeyError } from './sql-key-error.ts';
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

/** Translates a failure of the driver, the server or the network into an error of the destination; other errors stay. */
export function mssqlFailure(error: unknown, name: string, { host, key, password }: SqlLogin): unknown {
  const tunnel = translateTunnel(error, name, 'DESTINATION');
  if (tunnel !== null || error instanceof PipelineError) return tunnel ?? error;
  if (error instanceof NetworkError) return destinationFailure(error, name);
  if (error instanceof MssqlError) {
    const reason = quoted(error.message.replace(/\.+$/, ''), [password], 500);
    if (LOGIN.has(error.code))
      return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, { cause: error });
    return new PipelineError('DESTINATION_REFUSED', { reason }, { cause: error });
  }
  const cause = mssqlCause(error);
  if (codeOf(cause) === '') return error;
  return new PipelineError('DESTINATION_UNREACHABLE', { name, host, reason: connectionReason(cause) }, { cause });
}

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

/** Why there is no connection, in plain words. */
function connectionReason(error: unknown): string {
  if (error instanceof SqlKeyError) return error.message;
  const code = codeOf(error);
  return code === 'ESOCKET' || code === 'ELOGIN' || code === 'ECLOSE'
    ? 'it does not speak the protocol of SQL Server as expected'
    : networkReason(error);
}
