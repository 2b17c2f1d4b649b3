import { PipelineError } from '@switchboard/model/errors/errors';
import { codeOf, NetworkError, unreachable } from '../../network/network-error.ts';
import {
  type RefusalKind,
  RemoteFailure,
  remoteDestinationFailure,
  remoteSourceFailure,
} from '../../remote-files/remote-failure.ts';
import { isTimeout, type Refusal, saysDenied, saysFull, saysMissing } from './answers.ts';
import { type Login, originOf } from './login.ts';

/** A sign-in that failed because of what the key holds. */
export class FtpLoginFailure extends Error {
  override readonly name = 'FtpLoginFailure';
  readonly code: 'FTP_LOGIN' | 'FTP_WITHOUT_TLS' | 'FTP_NEEDS_TLS';

  constructor(code: FtpLoginFailure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The reply code for a file or folder that is missing or forbidden; servers use it for other reasons, too. */
export const UNAVAILABLE = 550;
const INSUFFICIENT_STORAGE = 452;
const ALLOCATION_EXCEEDED = 552;
const NAME_NOT_ALLOWED = 553;
const NOT_LOGGED_IN = 530;

/** A refusal of a command about a path. */
export function ftpFailure({ code, message }: Refusal, path: string): RemoteFailure {
  return new RemoteFailure(kindOf({ code, message }), path, code, message);
}

function kindOf(refusal: Refusal): RefusalKind {
  const { code } = refusal;
  if (code === INSUFFICIENT_STORAGE || code === ALLOCATION_EXCEEDED) return 'full';
  if (saysFull(refusal)) return 'full';
  if (saysDenied(refusal) || code === NAME_NOT_ALLOWED || code === NOT_LOGGED_IN) return 'denied';
  if (saysMissing(refusal)) return 'missing';
  // A number from 500 is permanent, except that 550 may mean a file that is in use.
  return code < 500 || code === UNAVAILABLE ? 'unclear' : 'misplaced';
}

/** Translates the error of a broken connection. The library reports timeouts only in the message text. */
export function connectionFailure(error: unknown, host: string, silentMs: number): unknown {
  if (error instanceof NetworkError || !(error instanceof Error)) return error;
  if (isTimeout(error)) {
    const cause = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
    const seconds = Math.round(silentMs / 1000);
    return new NetworkError('silent', host, `sent nothing for ${seconds} seconds`, { seconds, cause });
  }
  if (codeOf(error) === '' || codeOf(error) === '0')
    return new NetworkError('unreachable', host, 'the connection was closed by the other side', { cause: error });
  return unreachable(host, error);
}

/** Translates a failure into an error of the source; other errors stay. */
export function ftpSourceFailure(error: unknown, name: string, login: Login): unknown {
  if (!(error instanceof FtpLoginFailure)) return remoteSourceFailure(error, name, originOf(login));
  const { host, key } = login;
  return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: error.message }, { cause: error });
}

/** Translates a failure into an error of the destination; other errors stay. */
export function ftpDestinationFailure(error: unknown, name: string, { host, key }: Login): unknown {
  if (!(error instanceof FtpLoginFailure)) return remoteDestinationFailure(error, name);
  return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason: error.message }, { cause: error });
}
