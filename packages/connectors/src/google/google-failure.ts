import { PipelineError } from '@switchboard/model';
import { knownCause } from '../network/known-cause.ts';
import { destinationFailure, sourceFailure } from '../network/translate-network-error.ts';

/**
 * What a refusal means. login: the key, or what it may do; missing: there is nothing of that name; condition: the object is
 * not what the request supposed; exists: there is one of that name already; full: a quota is used up; busy: try again;
 * refused: else.
 */
export type GoogleFailureKind = 'login' | 'missing' | 'condition' | 'exists' | 'full' | 'busy' | 'refused';

/** A refusal by an API of Google, or a key that cannot be used with it. */
export class GoogleFailure extends Error {
  override readonly name = 'GoogleFailure';
  readonly kind: GoogleFailureKind;
  /** The reason that the API gives, such as notFound, or a code of our own, such as GOOGLE_PRIVATE_KEY_MALFORMED. */
  readonly code: string;
  /** 0 where nothing was asked. */
  readonly status: number;
  /** Where it was asked. */
  readonly host: string;
  readonly retryAfter: number | undefined;

  constructor(
    kind: GoogleFailureKind,
    code: string,
    message: string,
    where: { readonly host: string; readonly status?: number; readonly retryAfter?: number | undefined },
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.status = where.status ?? 0;
    this.host = where.host;
    this.retryAfter = where.retryAfter;
  }
}

export type Addressed = {
  /** The declaration's name. */
  readonly name: string;
  /** The key's name. */
  readonly key: string;
  /** What is read or written, as people know it. */
  readonly place: string;
};

/** Translates a failure into an error of the destination; other errors stay. */
export function googleDestinationFailure(error: unknown, { name, key, place }: Addressed): unknown {
  const failure = knownCause(error, GoogleFailure);
  if (!(failure instanceof GoogleFailure)) return destinationFailure(failure, name);
  const { kind, host, message: reason, retryAfter } = failure;
  const because = { cause: failure };
  switch (kind) {
    case 'login':
      return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, because);
    case 'full':
      return new PipelineError('DESTINATION_FULL', { name, path: place }, because);
    case 'busy':
    case 'condition':
      return new PipelineError('DESTINATION_BUSY', { name, reason }, { ...because, retryAfter });
    case 'missing':
      return new PipelineError('DESTINATION_REFUSED', { reason: `there is no ${place} (${reason})` }, because);
    case 'exists':
    case 'refused':
      return new PipelineError('DESTINATION_REFUSED', { reason }, because);
  }
}

/** Translates a failure into an error of the source; other errors stay. */
export function googleSourceFailure(error: unknown, { name, key, place: url }: Addressed): unknown {
  const failure = knownCause(error, GoogleFailure);
  if (!(failure instanceof GoogleFailure)) return sourceFailure(failure, name);
  const { kind, host, status, message: body, retryAfter } = failure;
  const because = { cause: failure };
  switch (kind) {
    case 'login':
      return new PipelineError(
        'SOURCE_AUTH_FAILED',
        { name, host, key, status: status === 0 ? body : `${status}: ${body}` },
        because,
      );
    case 'missing':
      return new PipelineError('SOURCE_NOT_FOUND', { name, url, status, body, check: 'the parameters' }, because);
    case 'busy':
    case 'condition':
    case 'full':
      return status === 429
        ? new PipelineError('SOURCE_RATE_LIMITED', { name, host }, { ...because, retryAfter })
        : new PipelineError('SOURCE_HTTP_ERROR', { name, url, status, body }, { ...because, retryAfter });
    case 'exists':
    case 'refused':
      return new PipelineError('SOURCE_BAD_REQUEST', { name, url, status, body }, because);
  }
}
