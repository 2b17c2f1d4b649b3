import { PipelineError } from '@switchboard/model/errors/errors';
import { knownCause } from './known-cause.ts';
import { destinationFailure, sourceFailure } from './translate-network-error.ts';

/**
 * The kind of a refusal. login: the key, or what it may do; denied: what the key may do, where the service distinguishes that; missing: there is
 * nothing of that name; condition: the object is not what the request supposed; exists: there is one of that name already; misfit:
 * the table does not take the rows; full: there is no room; busy: try again; refused: else.
 */
export type ServiceFailureKind =
  | 'login'
  | 'denied'
  | 'missing'
  | 'condition'
  | 'exists'
  | 'misfit'
  | 'full'
  | 'busy'
  | 'refused';

/** A refusal by a service that is asked over HTTP, or a key that cannot be used with it. */
export class ServiceFailure extends Error {
  override readonly name: string = 'ServiceFailure';
  readonly kind: ServiceFailureKind;
  /** The code that the service gives, or one of our own. */
  readonly code: string;
  /** 0 where nothing was asked. */
  readonly status: number;
  /** Where it was asked. */
  readonly host: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: ServiceFailureKind,
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
  /** The display name of the object read or written. */
  readonly place: string;
};

/** Words of an error, where they are others than the message of the failure and the place. */
type Wording = {
  readonly reason?: string;
  /** The reason when there is nothing of that name. */
  readonly missing?: string;
  /** The path on the full disk or over the quota. */
  readonly path?: string;
};

/** Translates a failure into an error of the destination; other errors stay. */
export function serviceDestinationFailure(
  error: unknown,
  { name, key, place }: Addressed,
  wordingOf: (failure: ServiceFailure) => Wording = () => ({}),
): unknown {
  const failure = knownCause(error, ServiceFailure);
  if (!(failure instanceof ServiceFailure)) return destinationFailure(failure, name);
  const { kind, host, message, retryAfter } = failure;
  const { reason = message, missing = reason, path = place } = wordingOf(failure);
  const because = { cause: failure };
  switch (kind) {
    case 'login':
      return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, because);
    case 'full':
      return new PipelineError('DESTINATION_FULL', { name, path }, because);
    case 'busy':
    case 'condition':
      return new PipelineError('DESTINATION_BUSY', { name, reason }, { ...because, retryAfter });
    case 'misfit':
      return new PipelineError('DESTINATION_SCHEMA', { table: place, reason }, because);
    case 'missing':
      return new PipelineError('DESTINATION_REFUSED', { reason: missing }, because);
    case 'denied':
    case 'exists':
    case 'refused':
      return new PipelineError('DESTINATION_REFUSED', { reason }, because);
  }
}

/**
 * Translates a failure into an error of the source; other errors stay.
 * @param check what a person checks when there is nothing of that name, such as `the parameters`
 * @param bodyOf what the service said
 */
export function serviceSourceFailure(
  error: unknown,
  { name, key, place: url }: Addressed,
  check: string,
  bodyOf: (failure: ServiceFailure) => string = ({ message }) => message,
): unknown {
  const failure = knownCause(error, ServiceFailure);
  if (!(failure instanceof ServiceFailure)) return sourceFailure(failure, name);
  const { kind, host, status, retryAfter } = failure;
  const body = bodyOf(failure);
  const because = { cause: failure };
  switch (kind) {
    case 'login': {
      const shown = status === 0 ? body : `${status}: ${body}`;
      return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: shown }, because);
    }
    case 'missing':
      return new PipelineError('SOURCE_NOT_FOUND', { name, url, status, body, check }, because);
    case 'busy':
    case 'condition':
    case 'full':
      return status === 429
        ? new PipelineError('SOURCE_RATE_LIMITED', { name, host }, { ...because, retryAfter })
        : new PipelineError('SOURCE_HTTP_ERROR', { name, url, status, body }, { ...because, retryAfter });
    case 'denied':
    case 'misfit':
    case 'exists':
    case 'refused':
      return new PipelineError('SOURCE_BAD_REQUEST', { name, url, status, body }, because);
  }
}
