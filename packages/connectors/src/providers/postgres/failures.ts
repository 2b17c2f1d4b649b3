import { PipelineError } from '@switchboard/model/errors/errors';
import { DatabaseError } from 'pg';
import { codeOf, NetworkError, networkReason } from '../../network/network-error.ts';
import { destinationFailure } from '../../network/translate-network-error.ts';
import { quoted } from '../../secrets.ts';
import { SqlKeyError } from '../../sql/sql-key-error.ts';
import type { SqlLogin } from '../../sql/sql-login.ts';
import { translateTunnel } from '../../ssh/tunnel-failure.ts';

export type Destination = {
  readonly name: string;
  readonly key: string;
  readonly login: SqlLogin;
  readonly table: string;
};

const LOGIN = new Set(['28P01', '28000', '3D000']);
const BUSY = new Set(['40P01', '40001', '55P03', '57014', '53300', '53400', '55006']);
const STOPPED = new Set(['57P01', '57P02', '57P03', '25P03', '57P05']);
const DISK_FULL = '53100';
const OUT_OF_MEMORY = '53200';
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

export const isLoginFailure = ({ code = '' }: DatabaseError): boolean => LOGIN.has(code);

/** Whether it may succeed later. */
export const isBusy = ({ code = '' }: DatabaseError): boolean =>
  BUSY.has(code) || code === DISK_FULL || code === OUT_OF_MEMORY;

/** Translates a failure of the driver, the server or the network into an error of the destination; other errors stay. */
export function postgresFailure(error: unknown, destination: Destination): unknown {
  const { name, key, login, table } = destination;
  const tunnel = translateTunnel(error, name, 'DESTINATION');
  if (tunnel !== null || error instanceof PipelineError) return tunnel ?? error;
  const { host } = login;
  if (!(error instanceof DatabaseError)) {
    const translated = destinationFailure(error, name);
    if (translated instanceof PipelineError || !isConnectionFailure(error)) return translated;
    const cause = keyErrorOf(error) ?? error;
    return new PipelineError('DESTINATION_UNREACHABLE', { name, host, reason: connectionReason(error) }, { cause });
  }
  const code = error.code ?? '';
  const reason = reasonOf(error, login);
  const because = { cause: keyErrorOf(error) ?? error };
  if (isLoginFailure(error)) return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, because);
  if (code === '42501') return new PipelineError('DESTINATION_REFUSED', { reason }, because);
  if (code === DISK_FULL) return new PipelineError('DESTINATION_FULL', { name, path: table }, because);
  if (isBusy(error)) return new PipelineError('DESTINATION_BUSY', { name, reason }, because);
  if (STOPPED.has(code) || code.startsWith('08'))
    return new PipelineError('DESTINATION_UNREACHABLE', { name, host, reason }, because);
  if (SCHEMA.has(code)) return new PipelineError('DESTINATION_SCHEMA', { table, reason }, because);
  return new PipelineError('DESTINATION_REFUSED', { reason }, because);
}

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

/** Whether the connection broke, so that what the server did last is unknown. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return STOPPED.has(error.code ?? '') || (error.code ?? '').startsWith('08');
  if (error instanceof NetworkError) return true;
  if (!(error instanceof Error) || error instanceof PipelineError) return false;
  // A failure with a path is of a local file. Sockets that ended early have one as well, which is undefined.
  if ('path' in error && error.path !== undefined) return false;
  return codeOf(error) !== '' || /connection|timeout|terminated|SSL|stream/i.test(error.message);
}

/** The server's message, with the line of the rows, without the password. */
export function reasonOf(error: DatabaseError, login: SqlLogin): string {
  const where = /COPY \S+, (line \d+(?:, column [^:]+)?)/.exec(error.where ?? '')?.[1];
  const detail = error.code?.startsWith('23') ? error.detail : undefined;
  const text = [error.message, where, detail].filter((part) => part !== undefined).join('; ');
  // The catalogue's texts end their sentences themselves.
  return quoted(text.replace(/\.+$/, ''), [login.password], 500);
}

/** Why there is no connection, in plain words. */
export function connectionReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/does not support SSL/i.test(message)) return 'the server does not support SSL';
  if (/timeout expired/i.test(message)) return 'connection timed out for these settings';
  if (/SASL|SCRAM/i.test(message)) return 'the server asks for a way of signing in that we do not know';
  if (codeOf(error) !== '') return networkReason(error);
  return /terminated|ended|closed/i.test(message)
    ? 'the connection was closed by the other side'
    : 'the connection failed';
}
