import { PipelineError } from '@switchboard/model/errors/errors';
import { isUnverified, NetworkError } from '../network/network-error.ts';

/** Why a receiver of notices did not do what it was asked. The message names no secret. */
export class ReceiverError extends Error {
  override readonly name = 'ReceiverError';
  /** The receiver's own code, such as `invalid_auth`; `silent` when no answer came in time; `certificate` when the server could not be verified; null for other failures of the network. */
  readonly code: string | null;
  /** The faulty part: the authorization, one target of it such as a channel, or neither. */
  readonly about: 'authorization' | 'target' | 'receiver';
  /** Seconds after which to try again, when the receiver says so. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    options: {
      readonly code?: string | null;
      readonly about?: ReceiverError['about'];
      readonly retryAfter?: number | null | undefined;
    } = {},
  ) {
    super(message);
    this.code = options.code ?? null;
    this.about = options.about ?? 'receiver';
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** Any failure of a call as a ReceiverError. @param host as people know it */
export function receiverError(error: unknown, host: string): ReceiverError {
  if (error instanceof ReceiverError) return error;
  if (error instanceof NetworkError)
    return error.kind === 'silent'
      ? new ReceiverError(`${host} sent nothing for ${error.seconds} seconds.`, { code: 'silent' })
      : new ReceiverError(`${host}: ${error.reason}.`, { code: isUnverified(error) ? 'certificate' : null });
  if (error instanceof PipelineError) return new ReceiverError(error.message);
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new ReceiverError(`${host} did not answer in time.`, { code: 'silent' });
  return new ReceiverError(`${host}: the call failed.`);
}
