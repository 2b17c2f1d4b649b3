import { PipelineError } from '@switchboard/model';
import { knownCause } from '../network/known-cause.ts';
import { NetworkError } from '../network/network-error.ts';
import { destinationFailure, sourceFailure } from '../network/translate-network-error.ts';

/**
 * What a refusal means. login: the key is rejected; missing: there is nothing of that name, or the key may not see it; full: a
 * quota is used up; busy: try again; refused: else, a lacking permission included.
 */
export type WarehouseFailureKind = 'login' | 'missing' | 'full' | 'busy' | 'refused';

/** A refusal by the API of a warehouse, or a key that cannot be used with it. */
export class WarehouseFailure extends Error {
  override readonly name = 'WarehouseFailure';
  readonly kind: WarehouseFailureKind;
  /** The code that the API gives, such as 002003, or one of our own, such as SNOWFLAKE_PRIVATE_KEY. */
  readonly code: string;
  /** 0 where nothing was asked. */
  readonly status: number;
  readonly host: string;
  readonly retryAfter: number | undefined;

  constructor(
    kind: WarehouseFailureKind,
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

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof WarehouseFailure && error.kind === 'busy');

export type Addressed = {
  /** The declaration's name. */
  readonly name: string;
  /** The key's name. */
  readonly key: string;
  /** What is read or written, as people know it. */
  readonly place: string;
};

/** Translates a failure into an error of the destination; other errors stay. */
export function warehouseDestinationFailure(error: unknown, { name, key, place }: Addressed): unknown {
  const failure = knownCause(error, WarehouseFailure);
  if (!(failure instanceof WarehouseFailure)) return destinationFailure(failure, name);
  const { kind, host, message: reason, retryAfter } = failure;
  const because = { cause: failure };
  switch (kind) {
    case 'login':
      return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, because);
    case 'full':
      return new PipelineError('DESTINATION_FULL', { name, path: `${place} (${reason})` }, because);
    case 'busy':
      return new PipelineError('DESTINATION_BUSY', { name, reason }, { ...because, retryAfter });
    case 'missing':
    case 'refused':
      return new PipelineError('DESTINATION_REFUSED', { reason }, because);
  }
}

/** Translates a failure into an error of the source; other errors stay. */
export function warehouseSourceFailure(error: unknown, { name, key, place: url }: Addressed): unknown {
  const failure = knownCause(error, WarehouseFailure);
  if (!(failure instanceof WarehouseFailure)) return sourceFailure(failure, name);
  const { kind, host, status, message: body, retryAfter } = failure;
  const because = { cause: failure };
  switch (kind) {
    case 'login': {
      const shown = status === 0 ? body : `${status}: ${body}`;
      return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: shown }, because);
    }
    case 'missing':
      return new PipelineError('SOURCE_NOT_FOUND', { name, url, status, body }, because);
    case 'busy':
    case 'full':
      return status === 429
        ? new PipelineError('SOURCE_RATE_LIMITED', { name, host }, { ...because, retryAfter })
        : new PipelineError('SOURCE_HTTP_ERROR', { name, url, status, body }, { ...because, retryAfter });
    case 'refused':
      return new PipelineError('SOURCE_BAD_REQUEST', { name, url, status, body }, because);
  }
}
