import { PipelineError } from '@switchboard/model/errors/errors';
import { NetworkError } from '../network/network-error.ts';
import { destinationFailure, sourceFailure } from '../network/translate-network-error.ts';
import { translateTunnel } from '../ssh/tunnel-failure.ts';
import type { SqlLogin } from './sql-login.ts';

/** Classes of the errors of a server. `stopped`: the connection ends, so that what the server did last is unknown. */
export type SqlRefusalKind = 'auth' | 'full' | 'busy' | 'stopped' | 'schema' | 'refused';

/** An error that a server reports. */
export type SqlRefusal = {
  readonly kind: SqlRefusalKind;
  /** The code by which the documentation of the server knows it. */
  readonly status: string;
};

/** The errors of a driver and its server. */
export type SqlErrors = {
  /** Classifies an error that the server itself reports; null for errors of other origin. */
  refusalOf(error: unknown): SqlRefusal | null;
  /** The server's message, without the password. */
  reasonOf(error: Error, login: SqlLogin): string;
  /** Whether the connection broke, so that what the server did last is unknown. */
  isConnectionFailure(error: unknown): boolean;
  /** Why there is no connection, in plain words. */
  connectionReason(error: unknown): string;
  /** The failure with a code that says which field of a key is at fault, where driver and server give none. */
  causeOf(error: unknown): unknown;
  /** Whether codes of a refused sign-in are also those of a statement that the user may not run. */
  readonly deniesByAuthCode?: true;
};

export type SqlFailureTarget = {
  readonly name: string;
  readonly login: SqlLogin;
  readonly table: string;
  readonly isSignedIn: boolean;
};

/** Translates a failure of the driver, the server or the network into an error of the destination; other errors stay. */
export function sqlDestinationFailure(errors: SqlErrors, error: unknown, target: SqlFailureTarget): unknown {
  const { name, login, table, isSignedIn } = target;
  const tunnel = translateTunnel(error, name, 'DESTINATION');
  if (tunnel !== null || error instanceof PipelineError) return tunnel ?? error;
  const { host, key } = login;
  const because = { cause: errors.causeOf(error) };
  const refusal = error instanceof Error ? errors.refusalOf(error) : null;
  if (refusal === null) {
    if (error instanceof NetworkError) return destinationFailure(error, name);
    if (!errors.isConnectionFailure(error)) return error;
    const reason = errors.connectionReason(because.cause);
    return new PipelineError('DESTINATION_UNREACHABLE', { name, host, reason }, because);
  }
  const reason = errors.reasonOf(error as Error, login);
  const isDenied = refusal.kind === 'auth' && isSignedIn && errors.deniesByAuthCode === true;
  switch (isDenied ? 'refused' : refusal.kind) {
    case 'auth':
      return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, because);
    case 'full':
      return new PipelineError('DESTINATION_FULL', { name, path: table }, because);
    case 'busy':
      return new PipelineError('DESTINATION_BUSY', { name, reason }, because);
    case 'stopped':
      return new PipelineError('DESTINATION_UNREACHABLE', { name, host, reason }, because);
    case 'schema':
      return new PipelineError('DESTINATION_SCHEMA', { table, reason }, because);
    case 'refused':
      return new PipelineError('DESTINATION_REFUSED', { reason }, because);
  }
}

/**
 * Translates a failure of the driver, the server or the network into an error of the source; other errors stay.
 * @param url the database as people are shown it
 */
export function sqlSourceFailure(
  errors: SqlErrors,
  error: unknown,
  { name, login, url }: { readonly name: string; readonly login: SqlLogin; readonly url: string },
): unknown {
  const tunnel = translateTunnel(error, name, 'SOURCE');
  if (tunnel !== null || error instanceof PipelineError) return tunnel ?? error;
  const { host, key } = login;
  const because = { cause: error };
  const isBroken = errors.isConnectionFailure(error);
  const refusal = isBroken || !(error instanceof Error) ? null : errors.refusalOf(error);
  if (refusal !== null) {
    const reason = errors.reasonOf(error as Error, login);
    const { status } = refusal;
    // A query needs room for what it sorts.
    const kind = refusal.kind === 'full' ? 'busy' : refusal.kind;
    if (kind === 'auth') return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: reason }, because);
    const code = kind === 'busy' ? 'SOURCE_HTTP_ERROR' : 'SOURCE_BAD_REQUEST';
    return new PipelineError(code, { name, url, status, body: reason }, because);
  }
  const translated = sourceFailure(error, name);
  if (translated instanceof PipelineError || !isBroken) return translated;
  const reason = errors.connectionReason(error);
  return new PipelineError('SOURCE_UNREACHABLE', { name, host, reason }, because);
}
