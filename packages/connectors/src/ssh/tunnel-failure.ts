import { PipelineError } from '@switchboard/model/errors/errors';
import { codeOf, NetworkError } from '../network/network-error.ts';
import { SshFailure, type SshFailureCode } from './ssh-failure.ts';
import type { SshLogin } from './ssh-login.ts';

export type TunnelFailureCode =
  | 'TUNNEL_NOT_ALLOWED'
  | 'TUNNEL_UNKNOWN_HOST'
  | 'TUNNEL_PORT'
  | 'TUNNEL_LOGIN'
  | 'TUNNEL_PRIVATE_KEY'
  | 'TUNNEL_MALFORMED_KEY'
  | 'TUNNEL_PASSPHRASE'
  | 'TUNNEL_NO_PASSPHRASE'
  | 'TUNNEL_SHA1'
  | 'TUNNEL_HOST_KEY'
  | 'TUNNEL_TIMEOUT'
  | 'TUNNEL_TARGET_UNKNOWN'
  | 'TUNNEL_TARGET_PORT'
  | 'TUNNEL_FAILED';

/** A tunnel that could not be opened. Of TUNNEL_HOST_KEY, the message is the fingerprint of the server. */
export class TunnelFailure extends Error {
  override readonly name = 'TunnelFailure';
  readonly code: TunnelFailureCode;
  readonly login: SshLogin;
  /** The host that could not be reached: that of the SSH server, or the target's. */
  readonly host: string;

  constructor(code: TunnelFailureCode, login: SshLogin, message: string, options: { cause: unknown; host?: string }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.login = login;
    this.host = options.host ?? login.host;
  }
}

const SSH_CODES: Readonly<Record<SshFailureCode, TunnelFailureCode>> = {
  SSH_LOGIN: 'TUNNEL_LOGIN',
  SSH_PRIVATE_KEY: 'TUNNEL_PRIVATE_KEY',
  SSH_MALFORMED_KEY: 'TUNNEL_MALFORMED_KEY',
  SSH_PASSPHRASE: 'TUNNEL_PASSPHRASE',
  SSH_NO_PASSPHRASE: 'TUNNEL_NO_PASSPHRASE',
  SSH_SHA1: 'TUNNEL_SHA1',
  SSH_HOST_KEY: 'TUNNEL_HOST_KEY',
};

const NETWORK_CODES: Readonly<Record<string, TunnelFailureCode>> = {
  ENOTFOUND: 'TUNNEL_UNKNOWN_HOST',
  EAI_AGAIN: 'TUNNEL_UNKNOWN_HOST',
  ECONNREFUSED: 'TUNNEL_PORT',
  EHOSTUNREACH: 'TUNNEL_PORT',
  ETIMEDOUT: 'TUNNEL_TIMEOUT',
};

/** Why the connection to the SSH server, or the sign-in there, failed; errors that are neither stay. */
export function serverFailure(error: unknown, login: SshLogin): unknown {
  if (error instanceof PipelineError && error.code === 'HOST_NOT_ALLOWED')
    return new TunnelFailure('TUNNEL_NOT_ALLOWED', login, error.message, { cause: error });
  if (error instanceof SshFailure)
    return new TunnelFailure(SSH_CODES[error.code], login, error.message, { cause: error });
  if (!(error instanceof NetworkError)) return error;
  return new TunnelFailure(NETWORK_CODES[codeOf(error.cause)] ?? 'TUNNEL_FAILED', login, error.reason, {
    cause: error,
  });
}

/** The SSH reason code when the server could not connect to the target. */
const CONNECT_FAILED = 2;

/** Why the SSH server, which accepted the user, opened no connection to the target; errors that say nothing of it stay. */
export function targetFailure(error: unknown, login: SshLogin, host: string): unknown {
  if (!(error instanceof Error && 'reason' in error)) return serverFailure(error, login);
  const said = error.message.replace(/^\(SSH\) Channel open failure: /, '');
  if (error.reason !== CONNECT_FAILED)
    return new TunnelFailure('TUNNEL_FAILED', login, 'the server forwards no connections', { cause: error });
  const isUnknown = /not known|unknown host|name resolution|no address/i.test(said);
  const reason = isUnknown ? 'unknown host' : said.toLowerCase() || 'connect failed';
  return new TunnelFailure(
    isUnknown ? 'TUNNEL_TARGET_UNKNOWN' : 'TUNNEL_TARGET_PORT',
    login,
    `${login.host} cannot connect to it: ${reason}`,
    { cause: error, host },
  );
}

const AUTH: ReadonlySet<TunnelFailureCode> = new Set([
  'TUNNEL_LOGIN',
  'TUNNEL_PRIVATE_KEY',
  'TUNNEL_MALFORMED_KEY',
  'TUNNEL_PASSPHRASE',
  'TUNNEL_NO_PASSPHRASE',
  'TUNNEL_SHA1',
]);

/**
 * A failed tunnel as an error of a source or a destination; null for any other failure.
 * @param name of the declaration or key, for messages
 */
export function translateTunnel(error: unknown, name: string, side: 'SOURCE' | 'DESTINATION'): PipelineError | null {
  if (!(error instanceof TunnelFailure)) return null;
  const { login, host, message } = error;
  const { key } = login;
  const because = { cause: error };
  if (error.code === 'TUNNEL_NOT_ALLOWED') return new PipelineError('HOST_NOT_ALLOWED', { host }, because);
  if (error.code === 'TUNNEL_HOST_KEY') {
    const expected = login.fingerprint ?? 'any';
    return new PipelineError('HOST_KEY_CHANGED', { name, host, key, got: message, expected }, because);
  }
  const reason = `SSH tunnel: ${message}`;
  if (!AUTH.has(error.code)) return new PipelineError(`${side}_UNREACHABLE`, { name, host, reason }, because);
  return side === 'SOURCE'
    ? new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: reason }, because)
    : new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, because);
}
