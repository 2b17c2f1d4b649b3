import { PipelineError } from '@switchboard/model/errors/errors';
import { DatabaseError } from 'pg';
import { SqlKeyError } from '../../key-fields/sql-key-error.ts';
import { codeOf, NetworkError, networkReason } from '../../network/network-error.ts';
import { quoted } from '../../secrets.ts';
import type { SqlErrors, SqlRefusal, SqlRefusalKind } from '../../sql/sql-failures.ts';
import type { SqlLogin } from '../../sql/sql-login.ts';

const LOGIN = new Set(['28P01', '28000', '3D000']);
/** Locks, limits, and 53200: out of memory. */
const BUSY = new Set(['40P01', '40001', '55P03', '57014', '53300', '53400', '55006', '53200']);
const STOPPED = new Set(['57P01', '57P02', '57P03', '25P03', '57P05']);
const DISK_FULL = '53100';
/** Table, column, type or constraint that does not fit the rows. */
const SCHEMA = new Set([
  '42P01',
  '42703',
  '42804',
  '42P10',
  '3F000',
  '42809',
  '428C9',
  '23502',
  '22P02',
  '22003',
  '22001',
  '22007',
  '22008',
]);

function refusalOf(error: unknown): SqlRefusal | null {
  if (!(error instanceof DatabaseError)) return null;
  const { code: status = '' } = error;
  return { kind: kindOf(status), status };
}

function kindOf(code: string): SqlRefusalKind {
  if (LOGIN.has(code)) return 'auth';
  if (code === DISK_FULL) return 'full';
  if (BUSY.has(code)) return 'busy';
  if (isStopped(code)) return 'stopped';
  return SCHEMA.has(code) ? 'schema' : 'refused';
}

const isStopped = (code: string): boolean => STOPPED.has(code) || code.startsWith('08');

/** Finds a fault in the key's SSL fields, which the server and the driver report only in the message text; null for none. */
function keyErrorOf(error: unknown): SqlKeyError | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  if (/requires a valid client certificate/.test(message))
    return new SqlKeyError('SQL_CLIENT_CERTIFICATE', message, error);
  if (/does not support SSL/i.test(message)) return new SqlKeyError('SQL_NO_SSL', message, error);
  // Before version 14: "SSL off".
  return /pg_hba\.conf entry .*(?:no encryption|SSL off)/.test(message)
    ? new SqlKeyError('SQL_SSL_REQUIRED', message, error)
    : null;
}

function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return isStopped(error.code ?? '');
  if (error instanceof NetworkError) return true;
  if (!(error instanceof Error) || error instanceof PipelineError) return false;
  // A failure with a path is of a local file. Sockets that ended early have one as well, which is undefined.
  if ('path' in error && error.path !== undefined) return false;
  return codeOf(error) !== '' || /connection|timeout|terminated|SSL|stream/i.test(error.message);
}

/** The server's message, with the line of the rows. */
function reasonOf(error: Error, login: SqlLogin): string {
  if (!(error instanceof DatabaseError)) return quoted(error.message, [login.password], 500);
  const where = /COPY \S+, (line \d+(?:, column [^:]+)?)/.exec(error.where ?? '')?.[1];
  const detail = error.code?.startsWith('23') ? error.detail : undefined;
  const text = [error.message, where, detail].filter((part) => part !== undefined).join('; ');
  // The catalogue's texts end their sentences themselves.
  return quoted(text.replace(/\.+$/, ''), [login.password], 500);
}

function connectionReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/does not support SSL/i.test(message)) return 'the server does not support SSL';
  if (/timeout expired/i.test(message)) return 'connection timed out for these settings';
  if (/SASL|SCRAM/i.test(message)) return 'the server asks for a way of signing in that we do not know';
  if (codeOf(error) !== '') return networkReason(error);
  return /terminated|ended|closed/i.test(message)
    ? 'the connection was closed by the other side'
    : 'the connection failed';
}

/** The errors of servers that speak the protocol of PostgreSQL. */
export const POSTGRES_ERRORS: SqlErrors = {
  refusalOf,
  reasonOf,
  isConnectionFailure,
  connectionReason,
  causeOf: (error) => keyErrorOf(error) ?? error,
};
