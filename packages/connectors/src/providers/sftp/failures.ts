import { PipelineError } from '@switchboard/model/errors/errors';
import {
  type RefusalKind,
  RemoteFailure,
  remoteDestinationFailure,
  remoteSourceFailure,
} from '../../remote-files/remote-failure.ts';
import { closed, SshFailure } from '../../ssh/ssh-failure.ts';

/** Status codes of SFTP version 3. */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
export const FAILURE = 4;

/** A refusal by the server. SFTP has one code for most of them, so that the reason is often unknown. */
export function sftpFailure(status: number, path: string, text: string): RemoteFailure {
  const kind = /no space|disk full|quota/i.test(text) ? 'full' : (KINDS.get(status) ?? 'unclear');
  return new RemoteFailure(kind, path, status, text.replace(/\.+$/, ''));
}

const KINDS: ReadonlyMap<number, RefusalKind> = new Map([
  [NO_SUCH_FILE, 'missing'],
  [PERMISSION_DENIED, 'denied'],
]);

type Request = { readonly name: string };
/** The parts of a login that messages show. */
type Login = { readonly host: string; readonly key: string; readonly fingerprint: string | null };

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
  return remoteSourceFailure(error, name, `sftp://${host}`);
}

/** Translates a failure into an error of the destination; other errors stay. */
export function sftpDestinationFailure(error: unknown, request: Request, login: Login): unknown {
  const { name } = request;
  const { host, key } = login;
  if (error instanceof SshFailure) {
    if (error.code === 'SSH_HOST_KEY') return hostKeyChanged(error, request, login);
    return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason: error.message }, { cause: error });
  }
  return remoteDestinationFailure(error, name);
}

/** Translates the error of a request; other errors are returned unchanged. */
export function requestFailure(error: unknown, path: string, host: string): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && typeof error.code === 'number') return sftpFailure(error.code, path, error.message);
  return error.message === 'No response from server' ? closed(host) : error;
}

const UNSUPPORTED = 8;

/** Whether a server lacks an extension. The library throws by itself for one that the server does not offer. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof RemoteFailure) return error.status === UNSUPPORTED;
  return error instanceof Error && /does not support/.test(error.message);
}
