import { PipelineError } from '@switchboard/model';
import { NetworkError } from '../../network/network-error.ts';
import { destinationFailure, sourceFailure } from '../../network/translate-network-error.ts';
import { closed, SshFailure } from '../../ssh/ssh-failure.ts';

/** Status codes of SFTP version 3. */
export const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
export const FAILURE = 4;

/** A refusal by the server. SFTP has one code for most of them, so that the reason is often unknown. */
export class SftpFailure extends Error {
  override readonly name = 'SftpFailure';
  readonly status: number;
  readonly path: string;
  /** Whether the disk of the server is full, as far as it says. */
  readonly isFull: boolean;

  constructor(status: number, path: string, text: string, isFull = false) {
    super(text);
    this.status = status;
    this.path = path;
    this.isFull = isFull || /no space|disk full|quota/i.test(text);
  }
}

export const isMissing = (error: unknown): boolean => error instanceof SftpFailure && error.status === NO_SUCH_FILE;

type Request = { readonly name: string };
/** Of a login, what messages show. */
type Login = { readonly host: string; readonly key: string; readonly fingerprint: string | null };

const REASONS: Readonly<Record<number, string>> = {
  [NO_SUCH_FILE]: 'no such file or folder',
  [PERMISSION_DENIED]: 'permission denied',
};

const reasonOf = ({ status, message }: SftpFailure): string =>
  REASONS[status] ?? `the server reports ${message.replace(/\.+$/, '') || 'a failure'}`;

function hostKeyChanged(failure: SshFailure, { name }: Request, { host, key, fingerprint }: Login): PipelineError {
  const values = { name, host, key, got: failure.message, expected: fingerprint ?? 'any' };
  return new PipelineError('HOST_KEY_CHANGED', values, { cause: failure });
}

/** Translates a failure into an error of the source; other errors stay. */
export function sftpSourceFailure(error: unknown, request: Request, login: Login): unknown {
  const { name } = request;
  const { host, key } = login;
  if (error instanceof SshFailure) {
    if (error.code === 'SSH_HOST_KEY') return hostKeyChanged(error, request, login);
    return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: error.message }, { cause: error });
  }
  if (!(error instanceof SftpFailure)) return sourceFailure(error, name);
  const values = { name, url: `sftp://${host}/${error.path.replace(/^\//, '')}`, status: error.status };
  const isPermanent = error.status === PERMISSION_DENIED || error.status === NO_SUCH_FILE;
  return new PipelineError(
    isPermanent ? 'SOURCE_BAD_REQUEST' : 'SOURCE_HTTP_ERROR',
    { ...values, body: reasonOf(error) },
    { cause: error },
  );
}

/** Translates a failure into an error of the destination; other errors stay. */
export function sftpDestinationFailure(error: unknown, request: Request, login: Login): unknown {
  const { name } = request;
  const { host, key } = login;
  if (error instanceof SshFailure) {
    if (error.code === 'SSH_HOST_KEY') return hostKeyChanged(error, request, login);
    return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason: error.message }, { cause: error });
  }
  if (!(error instanceof SftpFailure)) return destinationFailure(error, name);
  const { path, status } = error;
  if (error.isFull) return new PipelineError('DESTINATION_FULL', { name, path }, { cause: error });
  const reason = `${reasonOf(error)} for ${path}`;
  // The server gives no reason, which may be one that passes.
  if (status > PERMISSION_DENIED) return new PipelineError('DESTINATION_BUSY', { name, reason }, { cause: error });
  return new PipelineError('DESTINATION_REFUSED', { reason }, { cause: error });
}

/** Whether the connection broke, so that what the server did last is unknown. */
export const isConnectionFailure = (error: unknown): boolean => error instanceof NetworkError;

/** What a request failed with, as ours; other errors stay. */
export function requestFailure(error: unknown, path: string, host: string): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && typeof error.code === 'number') return new SftpFailure(error.code, path, error.message);
  return error.message === 'No response from server' ? closed(host) : error;
}

const UNSUPPORTED = 8;

/** Whether a server lacks an extension. The library throws by itself for one that the server does not offer. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof SftpFailure) return error.status === UNSUPPORTED;
  return error instanceof Error && /does not support/.test(error.message);
}
